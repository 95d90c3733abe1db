import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { DocumentTitle } from '#core/web/ui/DocumentTitle.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Side } from '../../contract.ts'
import { MetronomeCard } from '../../tools/web/MetronomeCard.tsx'
import { TunerCard } from '../../tools/web/TunerCard.tsx'
import { useAllowed } from '../../web/devices.ts'
import { ownZone } from '../../web/ownZone.ts'
import { type Room, readRoom } from '../contract.ts'
import { Call } from './Call.tsx'
import { Lobby } from './Lobby.tsx'
import type { Seen } from './meeting.ts'
import type { Notes } from './notes.ts'
import { roomTexts } from './texts.ts'
import { useMedia } from './useMedia.ts'
import { useMeeting } from './useMeeting.ts'

const spoken = texts(roomTexts)

/** What stands in a room besides, which stands on it. */
interface RoomParts {
  Score: ComponentType<{ lesson_id: number; side: Side; name: string; notes: Notes }>
  Recording: ComponentType<{
    lesson_id: number
    name: string
    seen: Seen | null
    peer: string | null
    audio: MediaStreamTrack | null
    look: () => void
    notes: Notes
  }>
}

/** While it is closed it is asked for that often: it opens by itself. */
const ASK_MS = 20_000

/**
 * /lessons/:id/room: where a lesson online is held, for the two alone.
 * @param parts.Talk what they write to each other, also while it is closed: somebody may be late
 * @param parts.Score what they look at together, while somebody is in it
 * @param parts.Recording how the lesson is recorded, also once it is left: what isn't kept yet is there
 */
export function RoomPage({ Talk, ...parts }: RoomParts & { Talk: ComponentType<{ lesson_id: number }> }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const id = Number(useParams().id)
  const isAllowed = useAllowed('camera')
  const query = useQuery({
    ...ask(readRoom, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.is_open ? false : ASK_MS),
  })
  const title = query.data ? t('room.with', { name: nameOf(query.data.other.name) }) : t('room.title')
  return (
    <div className="page-width flex flex-col gap-5">
      <PageHeader
        title={title}
        actions={
          <LinkButton to={query.data ? `/calendar?lesson=${id}` : '/calendar'} variant="secondary">
            {t('room.back')}
          </LinkButton>
        }
      />
      {query.data && <DocumentTitle title={`${title} · ${t('app.name')}`} />}
      <Loaded
        query={query}
        waiting={<Skeleton className="h-96 rounded-card" />}
        failed={t('room.failed_to_load')}
        refused={({ status }) =>
          (status === 403 || status === 404) && (
            <EmptyState title={t('room.none')}>{t('room.none_text')}</EmptyState>
          )
        }
      >
        {(room) => {
          const talk = (
            <Suspense fallback={<Skeleton className="h-12 rounded-card" />}>
              <Talk lesson_id={room.lesson_id} />
            </Suspense>
          )
          return isAllowed ? (
            <Inside room={room} talk={talk} {...parts} />
          ) : (
            <Skeleton className="h-96 rounded-card" />
          )
        }}
      </Loaded>
    </div>
  )
}

function Inside({ room, talk, Score, Recording }: RoomParts & { room: Room; talk: ReactNode }) {
  const { t } = useTexts(spoken)
  const { date, nameOf, time } = useFormat()
  const media = useMedia()
  const { seen, ended, enter, leave, entry, notes, look, peer } = useMeeting(room.lesson_id, media)
  const zone = ownZone()
  const isClosed = ended === 'closed' || (!room.is_open && !seen)
  const isOver = ended === 'closed' || Date.parse(room.closes_at) <= Date.now()
  return (
    <>
      {isClosed ? (
        <EmptyState title={t(isOver ? 'room.over' : 'room.closed')}>
          {t(isOver ? 'room.over_text' : 'room.closed_text', {
            date: date(room.opens_at, zone, 'full'),
            time: time(room.opens_at, zone),
          })}
        </EmptyState>
      ) : (
        <>
          {ended && (
            <p role="status" className="rounded-card bg-warn-tint p-4 font-medium text-warn">
              {t(`room.ended.${ended}` as 'room.ended.left')}
            </p>
          )}
          {seen ? (
            <Call
              seen={seen}
              media={media}
              name={nameOf(room.other.name)}
              link={room.link}
              onAgain={enter}
              onLeave={leave}
            />
          ) : (
            <Lobby media={media} isEntering={entry.isPending} error={entry.error?.message} onEnter={enter} />
          )}
        </>
      )}
      {seen && !isClosed && (
        <Score lesson_id={room.lesson_id} side={room.side} name={nameOf(room.other.name)} notes={notes} />
      )}
      {/* Also when the room is left or closed: what isn't kept yet is here. */}
      <Recording
        lesson_id={room.lesson_id}
        name={nameOf(room.other.name)}
        seen={seen}
        peer={peer}
        audio={media.audio}
        look={look}
        notes={notes}
      />
      {/* In one place whatever becomes of the room: what is being written there stays. */}
      {talk}
      {!isClosed && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
          <TunerCard isHeardElsewhere />
          <MetronomeCard />
        </div>
      )}
      {seen && !isClosed && (
        <Card>
          <p className="text-sm text-ink-2">{t('room.direct')}</p>
        </Card>
      )}
    </>
  )
}
