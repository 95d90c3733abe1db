import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { SharedNote } from '#core/web/ui/SharedNote.tsx'
import { UnsavedGuard } from '#features/accounts/web/UnsavedGuard.tsx'
import { type OwnMedia, SONGS_MAX, saveSongs, TITLE_MAX } from '../contract.ts'
import { songsIn, songsText, tooLong } from '../rules.songs.ts'
import { REFRESHES } from './Rows.tsx'
import { editTexts } from './texts.ts'

const spoken = texts(editTexts)

/** What one plays, written or pasted as a list. */
export function SongsCard({ project, own }: { project: { id: number }; own: OwnMedia }) {
  const { t } = useTexts(spoken)
  const [typed, setTyped] = useState(() => songsText(own.songs))
  const save = useMutation(
    tell(saveSongs, {
      refreshes: REFRESHES,
      onTold: () => toast.success(t('media.edit_songs.saved')),
    }),
  )
  const songs = songsIn(typed)
  const long = tooLong(songs)
  const fault =
    songs.length > SONGS_MAX
      ? t('media.edit_songs.too_many', { count: songs.length, max: SONGS_MAX })
      : long
        ? t('media.edit_songs.too_long', { title: `${long.title.slice(0, 40)}…`, max: TITLE_MAX })
        : undefined
  return (
    <Card title={t('media.edit_songs.title')}>
      <TextArea
        label={t('media.edit_songs.label')}
        description={`${t('media.edit_songs.help', { max: SONGS_MAX })} ${t('media.edit_songs.example')}`}
        value={typed}
        onChange={setTyped}
        rows={10}
        errorMessage={fault}
      />
      <SharedNote text={songs.flatMap(({ title, artist }) => [title, artist])} />
      <FormError>{save.error?.message}</FormError>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <Button
          isPending={save.isPending}
          isDisabled={fault !== undefined}
          onPress={() => save.mutate({ params: { id: project.id }, body: { songs } })}
        >
          {t('media.edit_songs.save')}
        </Button>
        <span className="text-sm text-ink-2 tabular-nums">
          {t('media.edit_songs.count', { count: songs.length })}
        </span>
      </div>
      <UnsavedGuard isOn={typed !== songsText(own.songs) && !save.isPending} />
    </Card>
  )
}
