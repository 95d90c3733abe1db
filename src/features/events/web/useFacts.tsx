import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ApiError, refresh } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { dayTexts } from './texts.ts'

const spoken = texts(dayTexts)

/**
 * How a form of facts is saved that somebody else may be writing too: it names the version that it began with, and where
 * that isn't the newest any more, both ways on are offered. What was typed stays until its writer lets it go.
 * @param says what is there now; it changes while the form is open
 * @param valuesOf what the form holds of it
 */
export function useFacts<
  Values extends FieldValues,
  Output extends FieldValues,
  Says extends { version: number },
>({
  form,
  says,
  valuesOf,
  save,
  refreshes,
  nameOf,
}: {
  form: UseFormReturn<Values, unknown, Output>
  says: Says
  valuesOf: (says: Says) => Values
  save: (body: Output & { version: number }) => Promise<unknown>
  refreshes: readonly Endpoint[]
  nameOf: (field: string) => string
}) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const [version, setVersion] = useState(says.version)
  const { isSubmitting, errors } = form.formState
  const isChanged = says.version !== version && !isSubmitting
  const submitAs = (version: number) =>
    submitOf(
      form,
      async (body) => {
        try {
          await save({ ...body, version })
        } catch (error) {
          if (error instanceof ApiError && error.code === 'events.facts_changed')
            await refresh(client, refreshes)
          throw error
        }
      },
      nameOf,
    )
  return {
    submit: submitAs(version),
    /** Both ways on, where somebody else has saved meanwhile; there in any case, so that it is read aloud. */
    changed: (
      <div role="status" className={isChanged ? 'flex flex-col gap-3' : 'sr-only'}>
        {isChanged && (
          <>
            {!errors.root && <p>{t('events.facts.changed')}</p>}
            <div className="flex flex-wrap gap-3">
              <Button
                size="sm"
                variant="secondary"
                onPress={() => {
                  setVersion(says.version)
                  form.reset(valuesOf(says))
                }}
              >
                {t('events.facts.load_theirs')}
              </Button>
              <Button
                size="sm"
                variant="secondary"
                onPress={() => {
                  setVersion(says.version)
                  void submitAs(says.version)()
                }}
              >
                {t('events.facts.send_mine')}
              </Button>
            </div>
          </>
        )}
      </div>
    ),
  }
}
