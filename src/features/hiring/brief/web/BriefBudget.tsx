import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from '#core/contract/money.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { MoneySlider } from '#core/web/ui/aria/MoneySlider.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'
import type { FieldPath } from './paths.ts'

const spoken = texts(briefTexts, sectionsTexts)

/** Section 5: between how much and how much, in which money, and whether sound comes out of it. */
export function BriefBudget({ desk }: { desk: BriefDesk }) {
  const { t, i18n } = useTexts(spoken)
  const { money } = useFormat()
  const currency = (desk.values['budget.currency'] as Currency | null) ?? DEFAULT_CURRENCY
  const min = (desk.values['budget.min'] as number | null) ?? 0
  const max = (desk.values['budget.max'] as number | null) ?? 0
  const guests = desk.values['event.guests'] as number | null | undefined
  const names = new Intl.DisplayNames([i18n.language], { type: 'currency' })
  // The scale leaves room above what is wanted, and stays put while the thumbs move.
  const top = Math.max(500_000, 10 ** Math.ceil(Math.log10(Math.max(max, min, 1) * 1.2)))
  const step = top / 100

  /** The currency shown is the currency meant: it goes along with the first amount. */
  const set = (changes: Record<FieldPath, unknown>) =>
    desk.change({
      ...(desk.values['budget.currency'] ? {} : { 'budget.currency': currency }),
      ...changes,
    } as Record<FieldPath, unknown>)

  return (
    <div className="grid gap-6">
      <div className="grid gap-5 sm:grid-cols-[1fr_1fr_1.2fr]">
        <BriefField path="budget.min">
          <MoneyField
            {...fieldOf<number>(desk, 'budget.min')}
            onChange={(value) => set({ 'budget.min': value })}
            label={t('order.brief.fields.budget.min')}
            currency={currency}
          />
        </BriefField>
        <BriefField path="budget.max">
          <MoneyField
            {...fieldOf<number>(desk, 'budget.max')}
            onChange={(value) => set({ 'budget.max': value })}
            label={t('order.brief.fields.budget.max')}
            isRequired
            currency={currency}
          />
        </BriefField>
        <BriefField path="budget.currency">
          <Select<Currency>
            {...fieldOf<Currency>(desk, 'budget.currency')}
            value={currency}
            label={t('order.brief.fields.budget.currency')}
            isRequired
            options={CURRENCIES.map((value) => ({
              value,
              label: `${value} · ${names.of(value) ?? value}`,
            }))}
          />
        </BriefField>
      </div>
      <MoneySlider
        label={t('order.brief.fields.budget.range')}
        hideLabel
        currency={currency}
        value={[Math.min(min, top), Math.min(Math.max(max, min), top)]}
        maxValue={top}
        step={step}
        thumbLabels={[t('order.brief.fields.budget.min'), t('order.brief.fields.budget.max')]}
        onChange={([from = 0, to = 0]) => set({ 'budget.min': from, 'budget.max': to })}
      />
      {max > 0 && (
        <p className="-mt-3 text-ink-2" aria-live="polite">
          <strong className="figure block text-ink tabular-nums">
            {min > 0 ? `${money(min, currency)} – ${money(max, currency)}` : money(max, currency)}
          </strong>
          {guests ? t('order.brief.per_guest', { amount: money(Math.round(max / guests), currency) }) : null}
        </p>
      )}
      <BriefField path="budget.includes_sound">
        <Switch
          value={desk.values['budget.includes_sound'] === true}
          onChange={(value) => desk.change({ 'budget.includes_sound': value })}
          description={t('order.brief.hints.includes_sound')}
        >
          {t('order.brief.fields.budget.includes_sound')}
        </Switch>
      </BriefField>
    </div>
  )
}
