import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { later } from '#core/web/ui/later.tsx'
import type { ArtistSays } from '../contract.day.ts'
import type { EventDetail, Performer } from '../contract.ts'
import { artistRows, hostRows } from '../rules.sheet.ts'
import { isOver } from '../rules.ts'
import { FactList } from './FactList.tsx'
import { dayTexts } from './texts.ts'

const spoken = texts(dayTexts)

const HostFactsDialog = later(async () => (await import('./HostFactsDialog.tsx')).HostFactsDialog)
const ArtistFactsDialog = later(async () => (await import('./ArtistFactsDialog.tsx')).ArtistFactsDialog)

/** What the host says to those who play; the host writes it here. */
export function HostFacts({
  event,
  refreshes,
  as,
}: {
  event: EventDetail
  refreshes: readonly Endpoint[]
  as: 'h2' | 'h3'
}) {
  const { t } = useTexts(spoken)
  const [isEditing, setEditing] = useState(false)
  const rows = hostRows(event.host_says, t)
  const hosts = event.side === 'hunter'
  return (
    <Card
      title={t('events.facts.host_title')}
      as={as}
      action={
        hosts &&
        !isOver(event.state) && (
          <Button
            size="sm"
            variant="secondary"
            icon={<Pencil aria-hidden />}
            onPress={() => setEditing(true)}
          >
            {t(rows.length > 0 ? 'events.facts.edit' : 'events.facts.write')}
          </Button>
        )
      }
    >
      {rows.length > 0 ? (
        <FactList rows={rows} />
      ) : (
        <p className="text-ink-2">{t(hosts ? 'events.facts.empty_host' : 'events.facts.empty_artist')}</p>
      )}
      <LastEdit says={event.host_says} zone={event.zone} />
      {isEditing && (
        <Suspense>
          <HostFactsDialog
            event_id={event.id}
            says={event.host_says}
            refreshes={refreshes}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </Card>
  )
}

/** What a project says to the host: its set list and what it needs; who plays in it writes it here. */
export function ArtistFacts({
  event,
  performer,
  says,
  refreshes,
  as: Title,
}: {
  event: EventDetail
  performer: Performer
  says: ArtistSays
  refreshes: readonly Endpoint[]
  as: 'h3' | 'h4'
}) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const [isEditing, setEditing] = useState(false)
  const rows = artistRows(says, t)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <Title className="font-semibold">{t('events.own.title')}</Title>
      {rows.length > 0 ? <FactList rows={rows} /> : <p className="text-ink-2">{t('events.own.empty')}</p>}
      <LastEdit says={says} zone={event.zone} />
      {performer.mine && !isOver(event.state) && (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          icon={<Pencil aria-hidden />}
          onPress={() => setEditing(true)}
        >
          {t('events.own.edit')}
          <span className="sr-only">: {nameOf(performer.name)}</span>
        </Button>
      )}
      {isEditing && (
        <Suspense>
          <ArtistFactsDialog
            event_id={event.id}
            performer={performer}
            says={says}
            refreshes={refreshes}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Who wrote it last, and when; nothing while nobody has. */
function LastEdit({ says, zone }: { says: Pick<ArtistSays, 'edited_at' | 'edited_by'>; zone: string }) {
  const { t } = useTexts(spoken)
  const { date, time, nameOf } = useFormat()
  if (!says.edited_at) return null
  return (
    <p className="mt-3 text-sm text-ink-2">
      {t('events.facts.last_edit', {
        name: nameOf(says.edited_by),
        date: date(says.edited_at, zone, 'day'),
        time: time(says.edited_at, zone),
      })}
    </p>
  )
}
