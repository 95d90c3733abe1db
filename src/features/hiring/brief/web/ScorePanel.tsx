import { clsx } from 'clsx'
import { ArrowRight, ArrowUp, Check, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { StageArt } from '#core/web/ui/StageArt.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import type { Step } from '#features/hiring/journey/contract.ts'
import { Level } from '#features/hiring/web/Level.tsx'
import { useSentence } from '#features/hiring/web/sentences.ts'
import { deskTexts, scoreTexts } from '#features/hiring/web/texts.ts'
import { useOrder } from '#features/hiring/web/useOrder.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { Score } from '../contract.ts'
import { ENOUGH } from '../rules.score.ts'

const spoken = texts(deskTexts, scoreTexts)

/** The objective score: one figure, its five parts, why, and what would raise each. */
export function ScorePanel({
  order,
  score,
  run,
  running,
  onEdit,
}: {
  order: Order
  score: Score
  run: (step: 'continue' | 'publish_plan') => void
  running: Step | null
  onEdit: () => void
}) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const say = useSentence()
  const { number } = useFormat()
  const { can } = useOrder(order)
  const isLow = score.total < ENOUGH
  const facts: ReactNode[] = [
    score.facts.median_price !== null &&
      t('order.page.facts.median', {
        amount: words.money(Math.round(score.facts.median_price / 100) * 100, order.currency),
        count: score.facts.comparable_services,
      }),
    t('order.page.facts.talent', {
      count: score.facts.free_talent,
      free: number(score.facts.free_talent),
      matching: number(score.facts.matching_talent),
    }),
    t('order.page.facts.lead', { count: score.facts.lead_days }),
  ]
  return (
    <div className="grid grid-cols-1 gap-5">
      <section aria-labelledby="score-title" className="stage relative isolate overflow-hidden rounded-card">
        <StageArt
          seed={`score ${order.id}`}
          lights={isLow ? ['telon'] : ['foco', 'cabina']}
          bars={26}
          className="absolute inset-y-0 right-0 -z-10 h-full w-[46%] opacity-80 max-sm:hidden"
        />
        <div className="grid gap-5 p-6 sm:max-w-[66%] sm:p-8">
          <h2 id="score-title" className="font-semibold text-foco-300">
            {t('order.page.score_title')}
          </h2>
          <p className="flex items-end gap-3">
            <span className="font-display wide-125 text-[5.5rem] leading-[0.8] text-foco-400 tabular-nums">
              {score.total}
            </span>
            <span className="pb-1 text-lg text-ink-2">/ 100</span>
          </p>
          <p className="max-w-md text-lg">
            {t(
              isLow
                ? 'order.page.score_low'
                : score.total < 75
                  ? 'order.page.score_fair'
                  : 'order.page.score_high',
            )}
          </p>
          <div className="flex flex-wrap gap-3">
            {can('continue') && (
              <>
                <Button icon={<Pencil aria-hidden />} onPress={onEdit}>
                  {t('order.page.raise_score')}
                </Button>
                <Button
                  variant="secondary"
                  onPress={() => run('continue')}
                  isPending={running === 'continue'}
                >
                  {t('order.page.go_on_knowingly')}
                </Button>
              </>
            )}
            {can('publish_plan') && (
              <Button size="lg" onPress={() => run('publish_plan')} isPending={running === 'publish_plan'}>
                {t(order.plans.length > 0 ? 'order.page.draw_again' : 'order.page.draw_plan')}
                <ArrowRight aria-hidden className="size-5" />
              </Button>
            )}
            {!can('continue') && can('edit_brief') && (
              <Button variant="secondary" icon={<Pencil aria-hidden />} onPress={onEdit}>
                {t('order.page.edit_brief')}
              </Button>
            )}
          </div>
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
            {facts.filter(Boolean).map((fact) => (
              <li key={String(fact)}>{fact}</li>
            ))}
          </ul>
        </div>
      </section>

      <ul className="grid gap-4 md:grid-cols-6" aria-label={t('order.page.score_parts')}>
        {score.parts.map((part, i) => {
          const share = part.max === 0 ? 0 : part.points / part.max
          return (
            <li
              key={part.name}
              className={clsx(
                'flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-5',
                i < 3 ? 'md:col-span-3 xl:col-span-2' : 'md:col-span-3',
                i === score.parts.length - 1 && 'max-xl:md:col-span-6',
              )}
            >
              <div className="flex items-baseline justify-between gap-3">
                <h3 className="font-semibold">{t(`order.page.parts.${part.name}`)}</h3>
                <p className="font-display wide-110 text-xl tabular-nums">
                  {part.points}
                  <span className="text-sm text-ink-3"> / {part.max}</span>
                </p>
              </div>
              <Level share={share} />
              <p className="text-ink-2">{say(part.reason)}</p>
              {part.raise ? (
                <p className="mt-auto flex gap-2 rounded-control bg-surface-2 p-3 text-sm">
                  <ArrowUp aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
                  <span>
                    <span className="sr-only">{t('order.page.would_raise')}: </span>
                    {say(part.raise)}
                  </span>
                </p>
              ) : (
                <p className="mt-auto flex items-center gap-2 text-sm font-semibold text-ok">
                  <Check aria-hidden className="size-4" />
                  {t('order.page.part_full')}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
