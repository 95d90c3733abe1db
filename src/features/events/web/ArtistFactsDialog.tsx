import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { ArtistFacts, type ArtistSays, FACT_MAX, SETS_MAX } from '../contract.day.ts'
import { type Performer, saveArtistFacts } from '../contract.ts'
import { songLine, songsIn } from '../rules.day.ts'
import { dayTexts } from './texts.ts'
import { useFacts } from './useFacts.tsx'

const spoken = texts(dayTexts)

interface Values {
  /** One for each time on stage, a song a line. */
  sets: { songs: string }[]
  meal_needs: string
  power_needs: string
}

/** The form's field for a field of the facts: a song's fault is its set's. */
const nameOf = (field: string): string => field.replace(/^set_list\.(\d+).*$/, 'sets.$1.songs')

/** Who plays writes what they play and need. */
export function ArtistFactsDialog({
  event_id,
  performer: { project_id, name, schedule },
  says,
  refreshes,
  onClose,
}: {
  event_id: number
  performer: Performer
  says: ArtistSays
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { nameOf: nameOfProject } = useFormat()
  const valuesOf = ({ set_list, meal_needs, power_needs }: ArtistSays): Values => ({
    sets: Array.from(
      { length: Math.min(SETS_MAX, Math.max(1, schedule.sets.length, set_list.length)) },
      (_, at) => ({ songs: (set_list[at]?.songs ?? []).map(songLine).join('\n') }),
    ),
    meal_needs,
    power_needs,
  })
  const form = useForm<Values, unknown, ArtistFacts>({
    resolver: resolverOf<Values, ArtistFacts>(ArtistFacts, {
      from: ({ sets, ...needs }) => ({
        ...needs,
        set_list: sets.map(({ songs }) => ({ songs: songsIn(songs) })),
      }),
      nameOf,
    }),
    defaultValues: valuesOf(says),
  })
  const save = useMutation(
    tell(saveArtistFacts, {
      refreshes,
      onTold: () => {
        toast.success(t('events.facts.saved'))
        onClose()
      },
    }),
  )
  const { submit, changed } = useFacts({
    form,
    says,
    valuesOf,
    save: (body) => save.mutateAsync({ params: { id: event_id, project: project_id }, body }),
    refreshes,
    nameOf,
  })
  const { control, formState } = form
  const sets = form.watch('sets')
  return (
    <FormDialog
      title={t('events.facts.artist_form', { name: nameOfProject(name) })}
      closeLabel={t('events.facts.close')}
      cancelLabel={t('events.facts.cancel')}
      submitLabel={t('events.facts.save')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
      maxWidth={560}
    >
      {changed}
      {sets.map((_, at) => (
        <FormTextArea
          // biome-ignore lint/suspicious/noArrayIndexKey: a set is its place in the evening
          key={at}
          control={control}
          name={`sets.${at}.songs`}
          label={sets.length > 1 ? t('events.own.set_list_n', { n: at + 1 }) : t('events.own.set_list')}
          description={t('events.own.set_hint')}
          rows={6}
        />
      ))}
      <FormTextArea
        control={control}
        name="meal_needs"
        label={t('events.own.meal_needs')}
        rows={2}
        maxLength={FACT_MAX}
      />
      <FormTextArea
        control={control}
        name="power_needs"
        label={t('events.own.power_needs')}
        rows={2}
        maxLength={FACT_MAX}
      />
    </FormDialog>
  )
}
