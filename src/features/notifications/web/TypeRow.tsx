import type { ReactNode } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import type { EmailChoice } from '../contract.ts'
import { noticeTexts } from './texts.ts'

const spoken = texts(noticeTexts)

const CHOICES = ['off', 'now', 'daily'] as const

/** What reaches somebody of one kind, or of all. */
export function TypeRow({
  icon,
  name,
  email,
  push,
  onEmail,
  onPush,
}: {
  icon?: ReactNode
  name: string
  email: EmailChoice | 'mixed'
  push: boolean
  onEmail: (choice: EmailChoice) => void
  onPush: (choice: boolean) => void
}) {
  const { t } = useTexts(spoken)
  return (
    <div className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto_9rem]">
      <span className="flex items-center gap-2.5 font-medium">
        {icon}
        {name}
      </span>
      <SegmentedControl<EmailChoice | 'mixed'>
        label={t('notices.types.email_of', { name })}
        options={CHOICES.map((value) => ({ value, label: t(`notices.types.email.${value}`) }))}
        value={email}
        onChange={(choice) => choice !== 'mixed' && onEmail(choice)}
      />
      <Switch value={push} onChange={onPush}>
        <span className="text-sm font-normal text-ink-2">
          <span aria-hidden>{t('notices.types.push')}</span>
          <span className="sr-only">{t('notices.types.push_of', { name })}</span>
        </span>
      </Switch>
    </div>
  )
}
