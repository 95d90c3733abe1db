import { useMutation } from '@tanstack/react-query'
import { Plus, RefreshCw, Trash2, TriangleAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { later } from '#core/web/ui/later.tsx'
import { readSource, readSync, removeSource, type Source } from '../contract.ts'
import { MOST_SOURCES } from '../rules.ts'
import { calendarSyncTexts } from './texts.ts'

const spoken = texts(calendarSyncTexts)

// A form in a page that many only read.
const SourceDialog = later(async () => (await import('./SourceDialog.tsx')).SourceDialog)

/** The calendars that are read: when each was read last, and what is wrong with it. */
export function SourcesCard({
  sources,
  project,
  refreshes,
}: {
  sources: readonly Source[]
  project: number | undefined
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const [isAdding, setAdding] = useState(false)
  const [going, setGoing] = useState<Source | null>(null)
  const remove = useMutation(tell(removeSource, { refreshes: [readSync, ...refreshes] }))
  return (
    <Card
      title={t('calendars.in.title')}
      as="h3"
      action={
        sources.length < MOST_SOURCES && (
          <Button variant="secondary" size="sm" icon={<Plus aria-hidden />} onPress={() => setAdding(true)}>
            {t('calendars.in.add')}
          </Button>
        )
      }
    >
      <p className="mb-4 text-ink-2">{t('calendars.in.text')}</p>
      {sources.length === 0 ? (
        <p className="text-ink-3">{t('calendars.in.none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {sources.map((source) => (
            <SourceRow key={source.id} source={source} onRemove={() => setGoing(source)} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {isAdding && <SourceDialog project={project} onClose={() => setAdding(false)} />}
      </Suspense>
      <ConfirmDialog
        title={t('calendars.in.remove_title', { name: going?.name ?? '' })}
        confirmLabel={t('calendars.in.remove')}
        cancelLabel={t('calendars.cancel')}
        isOpen={going !== null}
        onOpenChange={(isOpen) => !isOpen && setGoing(null)}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => {
          if (going)
            remove.mutate(
              { params: { id: going.id } },
              {
                onSuccess: () => toast.success(t('calendars.in.removed')),
                onError: (error) => toast.error(error.message),
                onSettled: () => setGoing(null),
              },
            )
        }}
      >
        {t('calendars.in.remove_text')}
      </ConfirmDialog>
    </Card>
  )
}

function SourceRow({ source, onRemove }: { source: Source; onRemove: () => void }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const read = useMutation(tell(readSource, { refreshes: [readSync] }))
  const { name, host, read_at, failure, reading } = source
  const notes = [
    failure && t(`calendars.in.failures.${failure}`),
    source.unknown && t('calendars.in.unknown'),
    failure === null && source.skipped > 0 && t('calendars.in.skipped', { count: source.skipped }),
    failure === null && source.cut && t('calendars.in.cut'),
  ].filter((note) => note !== false && note !== null)
  return (
    <li className="flex flex-col gap-1.5 py-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm wrap-anywhere text-ink-2">{host}</p>
        </div>
        <Button
          variant="quiet"
          size="sm"
          isIconOnly
          icon={<RefreshCw aria-hidden />}
          aria-label={t('calendars.in.read_now_of', { name })}
          isDisabled={reading}
          onPress={() =>
            read.mutate({ params: { id: source.id } }, { onError: (error) => toast.error(error.message) })
          }
        />
        <Button
          variant="quiet"
          size="sm"
          isIconOnly
          icon={<Trash2 aria-hidden />}
          aria-label={t('calendars.in.remove_of', { name })}
          onPress={onRemove}
        />
      </div>
      <p aria-live="polite" className="text-sm text-ink-2">
        {reading
          ? t('calendars.in.reading')
          : read_at
            ? [
                t('calendars.in.read_at', { date: date(read_at), time: time(read_at) }),
                t('calendars.in.times', { count: source.times }),
              ].join(' · ')
            : t('calendars.in.never')}
      </p>
      {notes.map((note) => (
        <p key={note} className="flex items-start gap-2 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {note}
        </p>
      ))}
    </li>
  )
}
