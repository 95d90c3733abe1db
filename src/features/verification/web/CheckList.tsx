import { clsx } from 'clsx'
import { IdCard, MailCheck, Smartphone } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { Check, Checks } from '../contract.checks.ts'
import { checked } from '../rules.ts'
import { checkTexts } from './texts.ts'

const spoken = texts(checkTexts)

const ICONS = { email: MailCheck, phone: Smartphone, identity: IdCard } as const satisfies Record<
  Check,
  typeof IdCard
>

/**
 * What was checked of whoever it is about, each by name and with its month: "verified" alone says nothing.
 * @param isBand of a band it was its owner who was checked
 */
export function CheckList({
  checks,
  isBand = false,
  className,
}: {
  checks: Checks | null
  isBand?: boolean
  className?: string
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const done = checks ? checked(checks) : []
  if (done.length === 0) return null
  return (
    <ul
      aria-label={t(isBand ? 'checks.label_band' : 'checks.label')}
      className={clsx('flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2', className)}
    >
      {done.map(({ check, at }) => {
        const Icon = ICONS[check]
        return (
          <li key={check} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden className="size-4 shrink-0" />
            <span>
              {t(`checks.${isBand ? 'band' : 'own'}.${check}`, { month: date(at, 'UTC', 'month') })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
