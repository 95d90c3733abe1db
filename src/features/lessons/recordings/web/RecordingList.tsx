import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { clockOf } from '#features/media/web/player.ts'
import { Recording as Player } from '../../assignments/web/Recording.tsx'
import { ownZone } from '../../web/ownZone.ts'
import { listRecordings, type Recording, readRecording, removeRecording } from '../contract.ts'
import { recordingTexts } from './texts.ts'

const spoken = texts(recordingTexts)

/** Recordings of a lesson, on its page; nothing where there are none. What fails to load is said. */
export function RecordingsOfLesson({ lesson_id }: { lesson_id: number }) {
  const { t } = useTexts(spoken)
  const { data, error } = useQuery(ask(listRecordings, { params: { id: lesson_id } }))
  if (!error && !data?.recordings.length) return null
  return (
    <Card title={t('recordings.list.title')}>
      <RecordingList lesson_id={lesson_id} />
    </Card>
  )
}

/** What of a lesson can be heard, kept as a file, and deleted by either of the two. */
export function RecordingList({ lesson_id }: { lesson_id: number }) {
  const { t } = useTexts(spoken)
  const { data, error } = useQuery(ask(listRecordings, { params: { id: lesson_id } }))
  /** The one that sounds. */
  const [heard, setHeard] = useState<number | null>(null)
  if (error) return <FormError>{t('recordings.list.failed')}</FormError>
  if (!data || data.recordings.length === 0) return null
  return (
    <ul aria-label={t('recordings.list.title')} className="flex w-full flex-col divide-y divide-line">
      {data.recordings.map((recording) => (
        <Row
          key={recording.id}
          lesson_id={lesson_id}
          recording={recording}
          isHeard={heard === recording.id}
          onHeard={() => setHeard(recording.id)}
        />
      ))}
    </ul>
  )
}

function Row({
  lesson_id,
  recording: { id, answered_at, asked_at, seconds, bytes, expires_at },
  isHeard,
  onHeard,
}: {
  lesson_id: number
  recording: Recording
  isHeard: boolean
  onHeard: () => void
}) {
  const { t } = useTexts(spoken)
  const { date, size, time } = useFormat()
  const [isGoing, setGoing] = useState(false)
  const remove = useMutation(
    tell(removeRecording, {
      refreshes: [listRecordings],
      onTold: () => toast.success(t('recordings.list.removed')),
    }),
  )
  const zone = ownZone()
  const at = answered_at ?? asked_at
  const params = { id: lesson_id, recording: id }
  const name = t('recordings.list.name', { date: date(at, zone, 'day'), time: time(at, zone) })
  return (
    <li className="py-4 first:pt-2 last:pb-0">
      <Player
        load={async () => {
          const { fetchFile } = await import('#core/web/download.ts')
          return (await fetchFile(readRecording, { params })).file
        }}
        name={name}
        as="h3"
        what={t('recordings.list.what', {
          length: clockOf(seconds ?? 0),
          size: size(bytes ?? 0),
          date: expires_at ? date(expires_at, zone, 'day') : '',
        })}
        isHeard={isHeard}
        onHeard={onHeard}
      >
        <DownloadButton variant="quiet" size="sm" endpoint={readRecording} input={{ params }}>
          {t('recordings.download')} <span className="sr-only">{name}</span>
        </DownloadButton>
        <Button variant="quiet" size="sm" icon={<Trash2 aria-hidden />} onPress={() => setGoing(true)}>
          {t('recordings.list.remove')} <span className="sr-only">{name}</span>
        </Button>
      </Player>
      <ConfirmDialog
        title={t('recordings.list.remove_title')}
        confirmLabel={t('recordings.list.remove')}
        cancelLabel={t('recordings.list.keep')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ params })}
      >
        {t('recordings.list.remove_text')}
        <FormError className="mt-3">{remove.error?.message}</FormError>
      </ConfirmDialog>
    </li>
  )
}
