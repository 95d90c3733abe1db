import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { continuousTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { Continuous, PlanDate } from '../contract.ts'

const spoken = texts(continuousTexts)

/** A series that was built: its money, and each date with where its order stands. */
export function ContinuousDates({
  continuous: { currency, zone },
  plan,
}: {
  continuous: Continuous
  plan: NonNullable<Continuous['plan']>
}) {
  const { t } = useTexts(spoken)
  const { money } = useFormat()
  const left = plan.budget - plan.planned
  return (
    <>
      <p className="-mt-3 text-ink-2">
        {t('continuous.plan.summary', {
          count: plan.dates.length,
          rhythm: t(`continuous.plan.rhythms.${plan.rhythm}`),
        })}
      </p>
      <Card title={t('continuous.plan.budget')}>
        <p className="figure tabular-nums">{money(plan.budget, currency)}</p>
        <dl className="mt-3 grid grid-cols-2 gap-4">
          <div>
            <dt className="text-sm text-ink-2">{t('continuous.plan.planned')}</dt>
            <dd className="title-card tabular-nums">{money(plan.planned, currency)}</dd>
          </div>
          <div>
            <dt className="text-sm text-ink-2">
              {t(left < 0 ? 'continuous.plan.over' : 'continuous.plan.left')}
            </dt>
            <dd className="title-card tabular-nums">{money(Math.abs(left), currency)}</dd>
          </div>
        </dl>
      </Card>
      <Card title={t('continuous.plan.dates')}>
        <ol className="flex flex-col divide-y divide-line">
          {plan.dates.map((one) => (
            <DateRow key={one.order_id} date={one} zone={zone} />
          ))}
        </ol>
      </Card>
    </>
  )
}

function DateRow({ date: one, zone }: { date: PlanDate; zone: string }) {
  const { t } = useTexts(spoken)
  const { date, money, nameOf } = useFormat()
  const words = useWords()
  const day = one.starts_at ? date(one.starts_at, zone, 'full') : '–'
  const action = t(one.stage === 'draft' ? 'continuous.plan.prepare' : 'continuous.plan.see')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold first-letter:uppercase">{day}</p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {[
            one.player
              ? t('continuous.plan.with', { name: nameOf(one.player.name) })
              : t('continuous.plan.nobody'),
            one.planned !== null
              ? money(one.planned, one.currency)
              : one.budget !== null &&
                t('continuous.plan.up_to', { amount: money(one.budget, one.currency) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Badge tone={one.status === 'active' || one.status === 'completed' ? 'ok' : 'neutral'}>
        {words.stage(one.stage)}
      </Badge>
      <LinkButton
        to={`/order?id=${one.order_id}`}
        variant="secondary"
        size="sm"
        aria-label={t('continuous.plan.see_named', { action, date: day })}
      >
        {action}
      </LinkButton>
    </li>
  )
}
