import { type Control, Controller } from 'react-hook-form'
import { partOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import type { PersonValues } from './PersonFields.tsx'
import { useSignUpAddress } from './signUp.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

const POINTS = ['age', 'true', 'data', 'mail', 'leave'] as const

/** The terms, in plain words where they are accepted. */
export function TermsField<Values extends { terms: boolean }, Output>({
  control,
}: {
  control: Control<Values, unknown, Output>
}) {
  const { t } = useTexts(spoken)
  const { ref } = useSignUpAddress().carried
  const own: Control<Pick<PersonValues, 'terms'>> = partOf(control)
  return (
    <div className="flex flex-col gap-1">
      {ref && (
        <p className="mb-3 rounded-control bg-accent-tint px-4 py-3">{t('terms.referral', { code: ref })}</p>
      )}
      <Controller
        name="terms"
        control={own}
        render={({ field, fieldState }) => (
          <Checkbox {...field} errorMessage={fieldState.error?.message} isRequired>
            {t('terms.accept')}
          </Checkbox>
        )}
      />
      <p className="flex flex-wrap gap-x-5 text-sm">
        {(['terms', 'privacy'] as const).map((page) => (
          // Beside the form, which would lose what was typed.
          <a
            key={page}
            href={`/${page}`}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4 sm:min-h-8"
          >
            {t(page === 'terms' ? 'terms.whole' : 'terms.privacy')}
            <span className="sr-only"> ({t('terms.new_tab')})</span>
          </a>
        ))}
      </p>
      <details className="group text-sm text-ink-2">
        <summary className="inline-flex min-h-8 items-center rounded-check font-semibold text-accent underline underline-offset-4">
          {t('terms.read')}
        </summary>
        <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5">
          {POINTS.map((point) => (
            <li key={point}>{t(`terms.${point}`)}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}
