import { CircleCheck, CircleX } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { LevelMeter } from '#core/web/ui/LevelMeter.tsx'
import { UNIT_OF_METRIC } from '#features/hiring/brief/rules.ts'
import { sectionsTexts } from '#features/hiring/web/texts.ts'
import type { Results } from '../contract.ts'
import { resultsTexts } from './texts.ts'

const spoken = texts(resultsTexts, sectionsTexts)

/** What was aimed at and what came of it, as figures and side by side. */
export function ResultsObjective({ results: { objective } }: { results: Pick<Results, 'objective'> }) {
  const { t, word } = useTexts(spoken)
  const { number, percent } = useFormat()
  const { kind, metric, target, actual, share, reached } = objective
  const inUnit = (value: number | null) =>
    value === null || metric === null
      ? t('results.objective.unknown')
      : t(`results.units.${UNIT_OF_METRIC[metric]}`, { n: number(value) })
  const title = kind ? word('order.brief.objectives', `${kind}.name`) : t('results.objective.title')
  return (
    <Card
      title={title}
      action={
        reached !== null && (
          <Badge
            tone={reached ? 'ok' : 'warn'}
            icon={reached ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
          >
            {t(reached ? 'results.objective.reached' : 'results.objective.not_reached')}
          </Badge>
        )
      }
    >
      {metric && <p className="mb-4 font-semibold">{word('order.brief.metrics', `${metric}.name`)}</p>}
      <dl className="mb-5 grid grid-cols-2 gap-4">
        {(['target', 'actual'] as const).map((what) => (
          <div key={what}>
            <dt className="text-sm text-ink-2">{t(`results.objective.${what}`)}</dt>
            <dd className="title-card tabular-nums">{inUnit({ target, actual }[what])}</dd>
          </div>
        ))}
      </dl>
      {target !== null && actual !== null && metric && (
        <LevelMeter
          label={t('results.objective.graph')}
          columns={[
            {
              label: t('results.objective.target'),
              value: target,
              valueText: inUnit(target),
            },
            {
              label: t('results.objective.actual'),
              value: actual,
              valueText: inUnit(actual),
              isCurrent: true,
            },
          ]}
        />
      )}
      {share !== null && (
        <p className="mt-3 text-sm text-ink-2">{t('results.objective.share', { share: percent(share) })}</p>
      )}
    </Card>
  )
}
