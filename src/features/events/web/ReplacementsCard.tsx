import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ask, refresh } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listBudgets } from '#features/budgets/contract.ts'
import { readOrder } from '#features/hiring/desk/contract.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { type LostMoment, type Replacements, readReplacements } from '../contract.replacing.ts'
import type { EventDetail } from '../contract.ts'
import { ReplacementRow } from './ReplacementRow.tsx'
import { replacingTexts } from './texts.ts'

const spoken = texts(replacingTexts)

const CompareBudgets = later(
  async () => (await import('#features/budgets/web/CompareBudgets.tsx')).CompareBudgets,
)

/** Moments of a host's event that lost who was to play them: who could instead, and how far asking them has come. */
export function ReplacementsCard({
  event,
  refreshes,
  as,
}: {
  event: EventDetail
  refreshes: readonly Endpoint[]
  as: 'h2' | 'h3'
}) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const changed = [readReplacements, ...refreshes]
  const replacements = useQuery(ask(readReplacements, { params: { id: event.id } }))
  const moments = replacements.data?.moments ?? []
  const hasQuote = moments.some(({ asked }) => asked?.status === 'available')
  const order = useQuery({
    ...ask(readOrder, { params: { id: event.order_id } }),
    enabled: hasQuote,
  })
  // An answer is told, and shown; an agreement that comes into force too.
  useNews(() => void refresh(client, changed))
  return (
    <>
      <Card title={t('replacing.title')} as={as} className="border-warn">
        <p className="max-w-reading text-ink-2">{t('replacing.text')}</p>
        <Loaded query={replacements} waiting={<Skeleton lines={5} />} failed={t('replacing.error')}>
          {(data) => (
            <ul className="mt-4 flex flex-col gap-6">
              {data.moments.map((moment) => (
                <li key={moment.slot_id}>
                  <LostMomentPart
                    event={event}
                    moment={moment}
                    currency={data.currency}
                    refreshes={changed}
                    as={as === 'h2' ? 'h3' : 'h4'}
                  />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
      {hasQuote && order.data && (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <CompareBudgets order={order.data} isRest refreshes={[listBudgets, readOrder, ...changed]} />
        </Suspense>
      )}
    </>
  )
}

function LostMomentPart({
  event,
  moment,
  currency,
  refreshes,
  as: Part,
}: {
  event: EventDetail
  moment: LostMoment
  currency: Replacements['currency']
  refreshes: readonly Endpoint[]
  as: 'h3' | 'h4'
}) {
  const { t } = useTexts(spoken)
  const { money, time, nameOf } = useFormat()
  const words = useWords()
  const { asked } = moment
  const name = moment.title ?? words.intent(moment.intent)
  const isOver = Date.parse(moment.ends_at) <= Date.now()
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Part className="font-semibold">{name}</Part>
          <span className="text-sm text-ink-2 tabular-nums">
            {time(moment.starts_at, event.zone)}–{time(moment.ends_at, event.zone)}
          </span>
          <Badge tone={moment.required ? 'warn' : 'neutral'}>
            {t(moment.required ? 'replacing.required' : 'replacing.optional')}
          </Badge>
        </div>
        <p className="text-ink-2">
          {t(`replacing.cause.${moment.cause}`, { name: nameOf(moment.lost.name) })}{' '}
          {t('replacing.agreed', { amount: money(moment.agreed, currency) })}
        </p>
      </header>
      {asked ? (
        <AskedInPlace event={event} asked={asked} />
      ) : isOver ? (
        <p className="rounded-control bg-surface-2 px-4 py-3 text-ink-2">{t('replacing.over')}</p>
      ) : moment.candidates.length === 0 ? (
        <div className="rounded-control bg-surface-2 px-4 py-3">
          <p className="font-semibold">{t('replacing.none')}</p>
          <p className="text-ink-2">{t('replacing.none_text')}</p>
        </div>
      ) : (
        <ul className="divide-y divide-line rounded-control border border-line">
          {moment.candidates.map((candidate) => (
            <ReplacementRow
              key={candidate.project_id}
              event={event}
              slot_id={moment.slot_id}
              moment={name}
              candidate={candidate}
              currency={currency}
              refreshes={refreshes}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** How far somebody is who was asked to stand in. */
function AskedInPlace({ event, asked }: { event: EventDetail; asked: NonNullable<LostMoment['asked']> }) {
  const { t } = useTexts(spoken)
  const { date, time, nameOf } = useFormat()
  const { status } = asked
  const step = status === 'available' || status === 'accepted' ? status : 'asked'
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-surface-2 px-4 py-3">
      <p>
        {t(`replacing.asked.${step}`, {
          name: nameOf(asked.name),
          until: `${date(asked.reply_by, event.zone, 'day')}, ${time(asked.reply_by, event.zone)}`,
        })}
      </p>
      {step !== 'available' && (
        <LinkButton
          to={`/order?id=${event.order_id}&view=${step === 'accepted' ? 'agreement' : 'scouting'}`}
          variant="secondary"
          size="sm"
        >
          {t(step === 'accepted' ? 'replacing.to_agreement' : 'replacing.to_requests')}
        </LinkButton>
      )}
    </div>
  )
}
