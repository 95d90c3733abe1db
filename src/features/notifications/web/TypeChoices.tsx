import { ChevronDown } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import type { EmailChoice, NotificationSettings, NotificationType } from '../contract.ts'
import { DIGEST_AT } from '../rules.delivery.ts'
import type { Changes } from './settings.ts'
import { noticeTexts, notificationTexts } from './texts.ts'
import { TYPE_ICONS } from './typeIcons.ts'

const spoken = texts(noticeTexts, notificationTexts)

const CHOICES = ['off', 'now', 'daily'] as const

/** E-mail and push, kind by kind, and for all kinds at once. */
export function TypeChoices({
  settings: { types, browsers },
  onChange,
}: {
  settings: NotificationSettings
  onChange: (changes: Changes) => void
}) {
  const { t } = useTexts(spoken)
  const [first] = types
  const everywhere = first && types.every(({ email }) => email === first.email) ? first.email : 'mixed'
  const pushes = types.filter(({ push }) => push).length
  return (
    <section aria-label={t('notices.types.title')}>
      <h3 className="font-semibold">{t('notices.types.title')}</h3>
      <p className="mt-1 mb-3 max-w-reading text-sm text-ink-2">
        {t('notices.types.text', { time: DIGEST_AT })}
      </p>
      <Row
        name={t('notices.types.all')}
        email={everywhere}
        push={pushes === types.length}
        onEmail={(email) => onChange({ types: types.map(({ type }) => ({ type, email })) })}
        onPush={(push) => onChange({ types: types.map(({ type }) => ({ type, push })) })}
      />
      <details className="group mt-2">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 rounded-chip font-medium text-primary focus-visible:outline-3 focus-visible:outline-focus">
          <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          {t('notices.types.each', { count: types.length })}
          <span className="font-normal text-ink-2">
            {t('notices.types.sum', {
              mails: types.filter(({ email }) => email !== 'off').length,
              pushes,
            })}
          </span>
        </summary>
        <ul className="mt-2 flex flex-col divide-y divide-line">
          {types.map(({ type, email, push }) => (
            <li key={type}>
              <Row
                type={type}
                name={t(`notifications.types.${type}`)}
                email={email}
                push={push}
                onEmail={(choice) => onChange({ types: [{ type, email: choice }] })}
                onPush={(choice) => onChange({ types: [{ type, push: choice }] })}
              />
            </li>
          ))}
        </ul>
      </details>
      {browsers.length === 0 && pushes > 0 && (
        <p className="mt-3 text-sm text-ink-2">{t('notices.types.no_browser')}</p>
      )}
    </section>
  )
}

function Row({
  type,
  name,
  email,
  push,
  onEmail,
  onPush,
}: {
  type?: NotificationType
  name: string
  email: EmailChoice | 'mixed'
  push: boolean
  onEmail: (choice: EmailChoice) => void
  onPush: (choice: boolean) => void
}) {
  const { t } = useTexts(spoken)
  const Icon = type && TYPE_ICONS[type]
  return (
    <div className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto_9rem]">
      <span className="flex items-center gap-2.5 font-medium">
        {Icon && <Icon aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />}
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
