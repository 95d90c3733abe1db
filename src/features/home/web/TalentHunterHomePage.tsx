import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Clock, MapPin, MessageSquareHeart, Plus } from 'lucide-react'
import { daysUntil } from '#core/contract/time.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { TapeMark } from '#core/web/ui/TapeMark.tsx'
import { useFirstWait } from '#core/web/ui/useFirstWait.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { type EventSummary, listEvents } from '#features/events/contract.ts'
import { listOrders, type OrderSummary } from '#features/hiring/desk/contract.ts'
import { OrderRow } from '#features/hiring/desk/web/OrderRow.tsx'
import { ACTS, actOf } from '#features/hiring/journey/rules.acts.ts'
import { journeyTexts, rowTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { type HunterHome, readHunterHome } from '../contract.ts'
import { RefundsAwaited } from './RefundsAwaited.tsx'
import { TaskLink } from './TaskLink.tsx'
import { hunterHomeTexts } from './texts.ts'

const spoken = texts(rowTexts, journeyTexts, hunterHomeTexts)

const SHOWN = 5

/** /talent-hunter: what is next on stage, which orders wait for what, and what the music costs. */
export function TalentHunterHomePage() {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const name = useSession((session) => session.user?.name.split(' ')[0] ?? '')
  const orders = useQuery(ask(listOrders, { query: { when: 'open', limit: SHOWN + 1 } }))
  const events = useQuery(ask(listEvents, { query: { when: 'upcoming', limit: 1 } }))
  const next = events.data?.results[0]
  const open = orders.data?.results
  const home = useQuery(ask(readHunterHome))
  // What is over doesn't make a newcomer of anybody.
  const isNewcomer = open?.length === 0 && home.data?.is_new === true
  const isFirst = useFirstWait(events.isLoading || orders.isLoading || home.isLoading)
  const isWaiting = !isNewcomer && isFirst

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        eyebrow={date(new Date(), undefined, 'full')}
        title={t('hunter_home.hello', { name })}
        actions={
          isNewcomer ? null : (
            <LinkButton to="/order?new=1" icon={<Plus aria-hidden />}>
              {t('hunter_home.new_brief')}
            </LinkButton>
          )
        }
      />
      {isNewcomer ? (
        <FirstBrief name={name} />
      ) : isWaiting ? (
        <div aria-busy="true" className="grid gap-6">
          <Skeleton className="h-64 rounded-card" />
          <Skeleton className="h-80 rounded-card" />
        </div>
      ) : next ? (
        <NextEvent event={next} />
      ) : (
        open?.[0] && <NextOrder order={open[0]} />
      )}

      {!isNewcomer && !isWaiting && <RefundsAwaited />}
      {!isNewcomer && !isWaiting && <Surveys />}
      {!isNewcomer && !isWaiting && (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          <Card
            title={t('hunter_home.orders')}
            action={
              <LinkButton to="/order" variant="quiet" size="sm">
                {t('hunter_home.all_orders')}
              </LinkButton>
            }
          >
            <Loaded
              query={orders}
              waiting={<Skeleton lines={5} />}
              failed={t('order.page.list_failed')}
              errorClassName="border-0"
              isEmpty={({ results }) => results.length === 0}
              empty={<p className="text-ink-2">{t('hunter_home.no_orders')}</p>}
            >
              {({ results }) => (
                <ul className="-mx-3 divide-y divide-line">
                  {results.slice(0, SHOWN).map((order) => (
                    <li key={order.id}>
                      <OrderRow order={order} />
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
          </Card>
          <Spending />
        </div>
      )}
    </div>
  )
}

/** Today, tomorrow, or in how many days, with the hour of the place. */
function useSoon() {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  return (at: string, zone: string) => {
    const days = daysUntil(at, new Date(), zone)
    if (days === 0) return t('hunter_home.today', { time: time(at, zone) })
    if (days === 1) return t('hunter_home.tomorrow', { time: time(at, zone) })
    if (days > 1 && days <= 30) return t('hunter_home.in_days', { count: days })
    return date(at, zone, 'long')
  }
}

function NextEvent({ event }: { event: EventSummary }) {
  const { t } = useTexts(spoken)
  const { date, time, list, nameOf } = useFormat()
  const words = useWords()
  const soon = useSoon()
  const title = words.title(event)
  return (
    <StagePanel seed={title} label={t('hunter_home.next_event')} className="sm:min-h-72">
      <Badge tone="spot" icon={<Clock aria-hidden />}>
        {soon(event.starts_at, event.zone)}
      </Badge>
      <h2 className="mt-3 font-display wide-96 text-3xl leading-tight sm:text-4xl">{title}</h2>
      <p className="mt-2 flex items-start gap-2 text-ink-2">
        <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
        <span>
          {[
            event.place ?? event.city,
            `${date(event.starts_at, event.zone, 'full')}, ${time(event.starts_at, event.zone)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {event.performers.length > 0 && (
        <p className="mt-1 text-ink-2">{list(event.performers.map((one) => nameOf(one.name)))}</p>
      )}
      <p className="mt-4 font-semibold">
        {event.open_items > 0
          ? t('hunter_home.open_items', { count: event.open_items })
          : t('hunter_home.all_done')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <LinkButton to={`/order?id=${event.order_id}`}>
          {t('hunter_home.open_event')}
          <ArrowRight aria-hidden className="size-4" />
        </LinkButton>
      </div>
    </StagePanel>
  )
}

/** No event yet: the order that was touched last, on its way there. */
function NextOrder({ order }: { order: OrderSummary }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const soon = useSoon()
  const act = actOf(order.stage)
  const at = ACTS.findIndex((one) => one.id === act)
  return (
    <StagePanel seed={words.title(order)} label={t('hunter_home.next_order')} className="sm:min-h-72">
      <Badge tone="spot" icon={<Clock aria-hidden />}>
        {order.starts_at ? soon(order.starts_at, order.zone) : t('hunter_home.no_date')}
      </Badge>
      <h2 className="mt-3 font-display wide-96 text-3xl leading-tight sm:text-4xl">{words.title(order)}</h2>
      <p className="mt-2 text-ink-2">
        {t(`order.page.next_action.${order.stage}`, {
          filled: order.filled,
          held: order.held,
          count: order.slots,
        })}
      </p>
      <ol className="mt-5 flex flex-wrap gap-x-4 gap-y-2 text-sm font-semibold">
        {ACTS.map((one, i) => (
          <li
            key={one.id}
            className={i > at ? 'flex items-center gap-2 text-ink-3' : 'flex items-center gap-2'}
          >
            <TapeMark
              shape={i < at ? 'check' : 'l'}
              className={
                i < at
                  ? 'size-4 text-cabina-400'
                  : i === at
                    ? 'size-4 text-foco-400'
                    : 'size-4 text-noche-500'
              }
            />
            {t(`order.timeline.acts.${one.id}`)}
            <span className="sr-only">
              , {t(`order.timeline.states.${i < at ? 'done' : i === at ? 'current' : 'next'}`)}
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-6">
        <LinkButton to={`/order?id=${order.id}`}>
          {t('hunter_home.go_on')}
          <ArrowRight aria-hidden className="size-4" />
        </LinkButton>
      </div>
    </StagePanel>
  )
}

/** A brand-new hunter: what happens here, and the way in. */
function FirstBrief({ name }: { name: string }) {
  const { t } = useTexts(spoken)
  return (
    <StagePanel
      seed={`tarima ${name}`}
      lights={['telon', 'foco', 'cabina']}
      label={t('hunter_home.first')}
      className="sm:min-h-96"
    >
      <h2 className="title-section max-w-md">{t('hunter_home.first')}</h2>
      <p className="mt-3 max-w-md text-lg text-ink-2">{t('hunter_home.first_text')}</p>
      <ol className="mt-6 grid gap-3">
        {(['brief', 'plan', 'talent', 'agreement'] as const).map((act, i) => (
          <li key={act} className="flex items-baseline gap-3">
            <span aria-hidden className="font-display wide-125 w-7 text-2xl text-foco-400">
              {i + 1}
            </span>
            <span>
              <strong>{t(`order.timeline.acts.${act}`)}.</strong>{' '}
              <span className="text-ink-2">{t(`hunter_home.steps.${act}`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-7 flex flex-wrap gap-3">
        <LinkButton to="/order?new=1" size="lg">
          {t('hunter_home.start')}
          <ArrowRight aria-hidden className="size-5" />
        </LinkButton>
        <LinkButton to="/musics" size="lg" variant="secondary">
          {t('hunter_home.look_around')}
        </LinkButton>
      </div>
    </StagePanel>
  )
}

/** Events that are over: how they were is asked here, too. */
function Surveys() {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const words = useWords()
  const { data } = useQuery(ask(readHunterHome))
  if (!data || data.surveys.length === 0) return null
  return (
    <ul className="grid gap-3" aria-label={t('hunter_home.surveys')}>
      {data.surveys.map((one) => (
        <li key={one.order_id}>
          <TaskLink
            to={`/results/${one.order_id}`}
            icon={MessageSquareHeart}
            title={t('hunter_home.survey', { name: words.title(one) })}
          >
            <span className="block text-sm text-ink-2">
              {t('hunter_home.survey_text', { date: date(one.starts_at, one.zone, 'day') })}
            </span>
          </TaskLink>
        </li>
      ))}
    </ul>
  )
}

/** What the music costs, by the month of the event. */
function Spending() {
  const { t } = useTexts(spoken)
  const home = useQuery(ask(readHunterHome))
  return (
    <Card title={t('hunter_home.spending')}>
      <Loaded
        query={home}
        waiting={<Skeleton lines={4} />}
        failed={t('hunter_home.spending_failed')}
        errorClassName="border-0"
        isEmpty={({ spending }) => !spending?.months.length}
        empty={<p className="text-ink-2">{t('hunter_home.no_spending')}</p>}
      >
        {({ spending }) => spending && <SpendingMeter {...spending} />}
      </Loaded>
    </Card>
  )
}

function SpendingMeter({ months, currency }: NonNullable<HunterHome['spending']>) {
  const { t } = useTexts(spoken)
  const { money, calendarDay } = useFormat()
  const present = months.findIndex((one) => one.current)
  const total = months.reduce((sum, one) => sum + one.amount, 0)
  const monthOf = (one: { month: string } | undefined) => calendarDay(`${one?.month}-01`, 'month')
  return (
    <>
      <p className="figure tabular-nums">{money(total, currency)}</p>
      <p className="mt-1 mb-6 text-sm text-ink-2">
        {t('hunter_home.spending_span', { from: monthOf(months[0]), to: monthOf(months.at(-1)) })}
      </p>
      <LevelMeter
        label={t('hunter_home.spending')}
        legend={{
          ...(present > 0 ? { other: t('hunter_home.legend.past') } : {}),
          ...(present >= 0 ? { current: t('hunter_home.legend.current') } : {}),
          ...(present < months.length - 1 ? { expected: t('hunter_home.legend.ahead') } : {}),
        }}
        columns={months.map((one, i) => ({
          label: monthOf(one).slice(0, 3),
          value: i > present ? 0 : one.amount,
          expected: i > present ? one.amount : 0,
          valueText: `${monthOf(one)}: ${money(one.amount, currency)}`,
          isCurrent: one.current,
        }))}
      />
    </>
  )
}
