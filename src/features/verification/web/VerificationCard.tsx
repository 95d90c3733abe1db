import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, IdCard, MailCheck, Smartphone } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type OwnChecks, readVerification } from '../contract.ts'
import { IdentityState } from './IdentityState.tsx'
import { verificationTexts } from './texts.ts'

const spoken = texts(verificationTexts)

const PhoneDialog = later(async () => (await import('./PhoneDialog.tsx')).PhoneDialog)

/**
 * What was checked of oneself, and how the rest is. For /profile.
 * @param name, phone as the account has them: when they become others, so may what was checked
 * @param onChanged the account's number is another one now
 */
export function VerificationCard({
  name,
  phone,
  onChanged,
}: {
  name: string
  phone: string | null
  onChanged: () => void
}) {
  const { t } = useTexts(spoken)
  const query = useQuery(ask(readVerification))
  const { refetch } = query
  const account = `${name} ${phone}`
  const seen = useRef(account)
  useEffect(() => {
    if (seen.current === account) return
    seen.current = account
    void refetch()
  }, [account, refetch])
  return (
    <div id="verification" className="scroll-mt-24">
      <Card title={t('verification.title')}>
        <p className="mb-4 max-w-reading text-ink-2">{t('verification.lead')}</p>
        <Loaded query={query} waiting={<Skeleton lines={4} />}>
          {(data) => (
            <ul className="grid divide-y divide-line">
              <Row
                icon={<MailCheck aria-hidden />}
                title={t('verification.email.title')}
                at={data.checks.email_at}
              >
                <p className="text-ink-2">{t('verification.email.text')}</p>
              </Row>
              <PhoneRow data={data} phone={phone} onChanged={onChanged} />
              <Row
                icon={<IdCard aria-hidden />}
                title={t('verification.identity.title')}
                at={data.checks.identity_at}
              >
                <IdentityState data={data} name={name} />
              </Row>
            </ul>
          )}
        </Loaded>
      </Card>
    </div>
  )
}

function Row({
  icon,
  title,
  at,
  children,
}: {
  icon: ReactNode
  title: string
  at: string | null
  children: ReactNode
}) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="inline-flex items-center gap-2 font-semibold [&>svg]:size-5">
          {icon}
          {title}
        </h3>
        <span
          className={`inline-flex items-center gap-1.5 text-sm font-medium [&>svg]:size-4 ${at ? 'text-ok' : 'text-ink-2'}`}
        >
          {at ? <CircleCheck aria-hidden /> : <CircleDashed aria-hidden />}
          {at ? t('verification.checked', { date: date(at, 'UTC', 'month') }) : t('verification.unchecked')}
        </span>
      </div>
      {children}
    </li>
  )
}

function PhoneRow({
  data,
  phone,
  onChanged,
}: {
  data: OwnChecks
  phone: string | null
  onChanged: () => void
}) {
  const { t } = useTexts(spoken)
  const [isOpen, setOpen] = useState(false)
  const isChecked = data.checks.phone_at !== null
  return (
    <Row icon={<Smartphone aria-hidden />} title={t('verification.phone.title')} at={data.checks.phone_at}>
      <p className="text-ink-2">
        {isChecked
          ? t('verification.phone.yours', { phone: phone ?? data.phone ?? '' })
          : t(data.phone_offered ? 'verification.phone.text' : 'verification.phone.not_offered')}
      </p>
      {data.phone_offered && (
        <div>
          <Button variant="secondary" onPress={() => setOpen(true)}>
            {t(isChecked ? 'verification.phone.change' : 'verification.phone.begin')}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {isOpen && (
          <PhoneDialog
            data={data}
            phone={isChecked ? '' : (phone ?? '')}
            onClose={() => setOpen(false)}
            onDone={() => {
              setOpen(false)
              onChanged()
            }}
          />
        )}
      </Suspense>
    </Row>
  )
}
