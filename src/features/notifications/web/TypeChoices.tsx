import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { later, useAhead } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { NotificationSettings } from '../contract.ts'
import { DIGEST_AT } from '../rules.delivery.ts'
import type { Changes } from './settings.ts'
import { TypeRow } from './TypeRow.tsx'
import { noticeTexts } from './texts.ts'

const spoken = texts(noticeTexts)

/** A row for each of twenty kinds, with its sign: few look at them. */
const EachType = later(async () => (await import('./EachType.tsx')).EachType)
const AHEAD = [EachType]

/** E-mail and push, kind by kind, and for all kinds at once. */
export function TypeChoices({
  settings: { types, browsers },
  onChange,
}: {
  settings: NotificationSettings
  onChange: (changes: Changes) => void
}) {
  const { t } = useTexts(spoken)
  const [isOpen, setOpen] = useState(false)
  useAhead(AHEAD)
  const [first] = types
  const everywhere = first && types.every(({ email }) => email === first.email) ? first.email : 'mixed'
  const pushes = types.filter(({ push }) => push).length
  return (
    <section aria-label={t('notices.types.title')}>
      <h3 className="font-semibold">{t('notices.types.title')}</h3>
      <p className="mt-1 mb-3 max-w-reading text-sm text-ink-2">
        {t('notices.types.text', { time: DIGEST_AT })}
      </p>
      <TypeRow
        name={t('notices.types.all')}
        email={everywhere}
        push={pushes === types.length}
        onEmail={(email) => onChange({ types: types.map(({ type }) => ({ type, email })) })}
        onPush={(push) => onChange({ types: types.map(({ type }) => ({ type, push })) })}
      />
      <details className="group mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
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
        {isOpen && (
          <Suspense fallback={<Skeleton lines={8} className="mt-2" />}>
            <EachType types={types} onChange={onChange} />
          </Suspense>
        )}
      </details>
      {browsers.length === 0 && pushes > 0 && (
        <p className="mt-3 text-sm text-ink-2">{t('notices.types.no_browser')}</p>
      )}
    </section>
  )
}
