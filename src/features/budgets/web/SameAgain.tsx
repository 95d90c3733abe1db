import { useMutation } from '@tanstack/react-query'
import { CalendarCheck } from 'lucide-react'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { answerAvailable, type MusicianRequest, type QuoteAgain } from '../contract.ts'
import { amountOf, totalsOf } from '../rules.ts'
import { REFRESHES } from './refreshes.ts'
import { Totals } from './Totals.tsx'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

/** Asked for an event that got another date: the quote as it was, and one press to say yes with it. */
export function SameAgain({ request, again }: { request: MusicianRequest; again: QuoteAgain }) {
  const { t } = useTexts(spoken)
  const { date, money } = useFormat()
  const { was_at, ...budget } = again
  const { zone } = request.event
  const answer = useMutation(
    tell(answerAvailable, { refreshes: REFRESHES, onTold: () => toast.success(t('budgets.toast.sent')) }),
  )
  return (
    <Card title={t('budgets.again.title')} as="h3">
      <p className="text-ink-2">{t('budgets.again.text', { was: date(was_at, zone, 'long') })}</p>
      <div className="mt-4 grid gap-6 md:grid-cols-[minmax(0,1fr)_15rem]">
        <ul className="flex flex-col divide-y divide-line">
          {budget.items.map((item, i) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its position
              key={i}
              className="flex justify-between gap-4 py-2 first:pt-0"
            >
              <span className="min-w-0">
                {item.description}
                {item.optional && (
                  <span className="block text-sm text-ink-2">{t('budgets.builder.optional')}</span>
                )}
              </span>
              <span className="tabular-nums">{money(amountOf(item), budget.currency)}</span>
            </li>
          ))}
        </ul>
        <Totals
          totals={totalsOf(budget, request.fee_pct ?? 0)}
          fee_pct={request.fee_pct ?? 0}
          tax={budget.tax}
          deposit_pct={budget.deposit_pct}
          currency={budget.currency}
          showPayout
        />
      </div>
      <FormError className="mt-4">{answer.error?.message}</FormError>
      <Button
        size="lg"
        className="mt-4 max-sm:w-full"
        icon={<CalendarCheck aria-hidden />}
        isPending={answer.isPending}
        onPress={() => answer.mutate({ params: { id: request.id }, body: { budget } })}
      >
        {t('budgets.again.yes')}
      </Button>
    </Card>
  )
}
