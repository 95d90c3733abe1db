import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { placeOf } from '#core/contract/places.ts'
import { ask, refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded, type Query } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { aheadOf, EVENT_FIELDS, eventIn } from '#features/directory/rules.event.ts'
import type { BriefDraft } from '#features/hiring/brief/contract.ts'
import type { Stage } from '#features/hiring/journey/contract.ts'
import { readCandidates } from '#features/hiring/talent/contract.ts'
import { deskTexts } from '#features/hiring/web/texts.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { listOrders, type Order, readOrder } from '../contract.ts'
import { HeaderSkeleton, OF_AN_ORDER, OrderDesk } from './OrderDesk.tsx'
import type { Panels } from './orderViews.ts'

const spoken = texts(deskTexts)

// Whoever asks one musician writes no brief.
const AskPage = later(async () => (await import('#features/hiring/ask/web/AskPage.tsx')).AskPage)
const AddToOrder = later(async () => (await import('#features/hiring/ask/web/AddToOrder.tsx')).AddToOrder)
// Whoever writes a first brief has no list.
const OrderList = later(async () => (await import('./OrderList.tsx')).OrderList)

/** Stages in which somebody else may move the order while it is looked at. */
const MOVING: readonly Stage[] = ['validated', 'scouting', 'available', 'contracting', 'confirmed']

const idOf = (text: string | null): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

/** What the landing or a profile already knows of the event. */
function prefillOf(query: URLSearchParams): BriefDraft {
  const { event_type, city, date, from, to, genre, guests } = aheadOf(eventIn(query), new Date())
  const place = city ? placeOf(city) : null
  return {
    event: {
      ...(event_type ? { type: event_type } : {}),
      ...(city ? { city } : {}),
      ...(place ? { country: place.country, lat: place.lat, lng: place.lng, zone: place.zone } : {}),
      ...(date ? { day: date } : {}),
      ...(from && to ? { starts: from, ends: to } : {}),
      ...(guests ? { guests } : {}),
    },
    ...(genre ? { sound: { genres_liked: [genre] } } : {}),
  }
}

/** /order: all orders, a new brief, one musician asked for a date or added, or one order at its stage. */
export function OrderPage({ panels = {} }: { panels?: Panels }) {
  const [query, setQuery] = useSearchParams()
  const { key: here } = useLocation()
  const id = idOf(query.get('id'))
  const isNew = query.has('new') || [...EVENT_FIELDS, 'musician'].some((name) => query.has(name))
  const some = useQuery({
    ...ask(listOrders, { query: { limit: 1 } }),
    enabled: id === null && !isNew,
  })
  // The brief that becomes an order while it is being written stays the same desk: nothing loses its focus.
  const [begun, setBegun] = useState<{ id: number; key: string } | null>(null)
  // Where a first brief is written, which the list has before the address names it: no list takes its place.
  const [writesAt, setWritesAt] = useState<string | null>(null)
  if (id !== null && writesAt !== null) setWritesAt(null)
  const newKey = `new ${query.toString()}`
  const musician = idOf(query.get('musician'))

  if (id === null && musician !== null && !query.has('new'))
    return (
      <Suspense key={newKey} fallback={<Waiting />}>
        {query.has('add') ? (
          <AddToOrder musician={musician} />
        ) : (
          <AskPage musician={musician} event={aheadOf(eventIn(query), new Date())} />
        )}
      </Suspense>
    )

  if (id === null && !isNew && writesAt !== here) {
    const waiting = (
      <div aria-busy="true">
        <Waiting />
      </div>
    )
    const isNone = some.data?.results.length === 0
    // That there is none is known from before the last one was begun.
    if (some.isPending || (isNone && some.isFetching)) return waiting
    if (!isNone)
      return (
        <Suspense fallback={waiting}>
          <OrderList />
        </Suspense>
      )
    setWritesAt(here)
  }
  return (
    <Desk
      key={id === null ? newKey : begun?.id === id ? begun.key : id}
      id={id}
      panels={panels}
      prefill={prefillOf(query)}
      musician={musician}
      onStarted={(order) => {
        setBegun({ id: order.id, key: newKey })
        setQuery({ id: String(order.id) }, { replace: true, preventScrollReset: true })
      }}
    />
  )
}

function Desk({
  id,
  panels,
  ...fresh
}: {
  id: number | null
  panels: Panels
  prefill: BriefDraft
  musician: number | null
  onStarted: (order: Order) => void
}) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const order = useQuery({
    ...ask(readOrder, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    // Besides what is told at once.
    refetchInterval: ({ state }) => (state.data && MOVING.includes(state.data.stage) ? 10_000 : false),
  })
  // Beside the order, not after it.
  useEffect(() => {
    if (id !== null) for (const part of OF_AN_ORDER) void part.fetch()
  }, [id])
  const isMoving = order.data !== undefined && MOVING.includes(order.data.stage)
  useNews(() => {
    if (isMoving) void refresh(client, [readOrder, readCandidates])
  })
  // A brief that becomes an order goes on in the same desk: what is typed and the focus stay.
  const begun: Query<Order | null> = id === null ? { ...order, data: null, error: null } : order
  return (
    <Loaded
      query={begun}
      waiting={<Waiting />}
      failed={t('order.page.load_failed')}
      otherwise={
        <LinkButton to="/order" variant="secondary">
          {t('order.page.all')}
        </LinkButton>
      }
      refused={(error) =>
        error.status === 404 ? (
          <ErrorState title={t('order.page.not_found')}>
            <p className="mb-3">{error.message}</p>
            <LinkButton to="/order" variant="secondary">
              {t('order.page.all')}
            </LinkButton>
          </ErrorState>
        ) : undefined
      }
    >
      {(data) => <OrderDesk order={data} panels={panels} {...fresh} />}
    </Loaded>
  )
}

function Waiting() {
  return (
    <div className="grid gap-6">
      <HeaderSkeleton />
      <Skeleton className="h-96" />
    </div>
  )
}
