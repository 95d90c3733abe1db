import { useState } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#core/contract/language.ts'
import { useFormat } from '#core/web/format.ts'
import { currentLanguage } from '#core/web/i18n.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { sumLines } from '#features/budgets/rules.ts'
import type { Agreement } from '../contract.ts'
import { mayStep } from '../rules.ts'
import { contractTexts } from './texts.ts'

const spoken = texts(contractTexts)

/** The document itself, in the language somebody wants to read it in, with its prices as a table. */
export function TermsText({
  agreement: { terms, sha256, state, own_part, in_place_of, has_street },
  as: Part,
}: {
  agreement: Pick<Agreement, 'terms' | 'sha256' | 'state' | 'own_part' | 'in_place_of' | 'has_street'>
  as: 'h3' | 'h4' | 'h5'
}) {
  const { t } = useTexts(spoken)
  const { money, number } = useFormat()
  const [language, setLanguage] = useState<Language>(currentLanguage)
  const { fees } = terms
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">
          {t('contracts.number', { number: terms.number, version: terms.version })}
        </p>
        <SegmentedControl
          label={t('contracts.read_in')}
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
      </div>
      {mayStep('revise', state) && fees && (
        <p className="rounded-control bg-surface-2 px-4 py-3 text-sm text-ink-2">
          {t(has_street ? 'contracts.hidden_until_signed' : 'contracts.name_until_signed')}
        </p>
      )}
      <ol lang={language} className="flex flex-col gap-4">
        {terms.clauses[language].map((clause, i) => (
          <li key={clause.title} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-2">
            <span aria-hidden className="font-display text-lg text-accent">
              {i + 1}
            </span>
            <div>
              <Part className="font-semibold">{clause.title}</Part>
              <p className="mt-0.5 text-ink-2">{clause.text}</p>
            </div>
          </li>
        ))}
      </ol>
      {terms.special_terms && (
        <div className="rounded-control border-l-4 border-foco-400 bg-surface-2 px-4 py-3">
          <Part className="font-semibold">{t('contracts.special')}</Part>
          <p className="mt-1 whitespace-pre-line text-ink-2">{terms.special_terms}</p>
        </div>
      )}
      {!fees && (
        <p className="rounded-control bg-surface-2 px-4 py-3">
          {own_part
            ? t('contracts.own_part', { amount: money(own_part.amount, own_part.currency) })
            : t('contracts.owner_keeps_sums')}
          {in_place_of && ` ${t('contracts.in_place_of', { name: in_place_of })}`}
        </p>
      )}
      {fees && (
        <table className="w-full text-sm">
          <caption className="sr-only">{t('contracts.fees')}</caption>
          <thead>
            <tr className="text-left text-ink-2">
              <th scope="col" className="py-1.5 font-medium">
                {t('contracts.fee_item')}
              </th>
              <th scope="col" className="px-3 py-1.5 text-right font-medium">
                {t('contracts.fee_qty')}
              </th>
              <th scope="col" className="py-1.5 text-right font-medium">
                {t('contracts.fee_amount')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-y border-line">
            {fees.items.map((item, i) => (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its position
                key={i}
              >
                <td className="py-2">{item.description}</td>
                <td className="px-3 py-2 text-right whitespace-nowrap tabular-nums">
                  {number(item.qty)} × {money(item.unit_price, fees.currency)}
                </td>
                <td className="py-2 text-right tabular-nums">{money(item.amount, fees.currency)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {sumLines(fees).map(({ line, amount }) => (
              <tr key={line}>
                <th scope="row" colSpan={2} className="pt-2 text-left font-normal text-ink-2">
                  {t(`contracts.fee_lines.${line}`)}
                </th>
                <td className="pt-2 text-right tabular-nums">{money(amount, fees.currency)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" colSpan={2} className="py-2 text-left font-semibold">
                {t('contracts.fee_total')}
              </th>
              <td className="py-2 text-right font-semibold tabular-nums">
                {money(fees.total, fees.currency)}
              </td>
            </tr>
          </tfoot>
        </table>
      )}
      <p className="text-sm text-ink-2">
        {t('contracts.hash')}{' '}
        <code className="font-mono text-xs break-all text-ink-3" title={sha256}>
          {sha256}
        </code>
      </p>
    </div>
  )
}
