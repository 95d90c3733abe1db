import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type Factors, readFactors, removeTotp, renewRecovery } from '../contract.factors.ts'
import { listSessions } from '../contract.ts'
import { FactorRow } from './FactorRow.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { TotpOff } from './TotpOff.tsx'
import { factorTexts } from './texts.ts'

const spoken = texts(factorTexts)

const TotpDialog = later(async () => (await import('./TotpDialog.tsx')).TotpDialog)
const RecoveryDialog = later(async () => (await import('./RecoveryDialog.tsx')).RecoveryDialog)

/** The second factors of an account: turned on and off, and the codes for the day they are lost. For /profile. */
export function FactorsCard() {
  const { t } = useTexts(spoken)
  const factors = useQuery(ask(readFactors))
  const [isStarting, setStarting] = useState(false)
  const [codes, setCodes] = useState<string[]>([])
  return (
    <Card title={t('factors.title')}>
      <p className="mb-4 max-w-reading text-ink-2">{t('factors.text')}</p>
      <Loaded query={factors} waiting={<Skeleton lines={2} />}>
        {(data) => (
          <div className="flex flex-col gap-5">
            <PasskeyList
              passkeys={data.passkeys}
              hasOther={data.totp_since !== null}
              onAdded={(made) => {
                setCodes(made)
                toast.success(t('factors.passkey_done'))
              }}
            />
            {data.totp_since ? (
              <TotpOn since={data.totp_since} isLast={data.passkeys.length === 0} />
            ) : (
              <TotpOff onStart={() => setStarting(true)} />
            )}
            {(data.totp_since || data.passkeys.length > 0) && (
              <Recovery left={data.recovery_left} onMade={setCodes} />
            )}
          </div>
        )}
      </Loaded>
      <Suspense fallback={null}>
        {isStarting && (
          <TotpDialog
            onClose={() => setStarting(false)}
            onDone={(made) => {
              setStarting(false)
              setCodes(made)
              toast.success(t('factors.totp_done'))
            }}
          />
        )}
        {codes.length > 0 && <RecoveryDialog codes={codes} onClose={() => setCodes([])} />}
      </Suspense>
    </Card>
  )
}

function TotpOn({ since, isLast }: { since: string; isLast: boolean }) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation(
    tell(removeTotp, {
      refreshes: [readFactors, listSessions],
      onTold: () => toast.success(t('factors.totp_off_done')),
    }),
  )
  return (
    <FactorRow
      icon={<ShieldCheck aria-hidden className="size-8 shrink-0 text-ok" strokeWidth={1.5} />}
      name={t('factors.totp')}
      note={t('factors.since', { date: format.date(since, undefined, 'long') })}
      action={
        <Button variant="secondary" onPress={() => setAsking(true)}>
          {t('factors.totp_off')}
        </Button>
      }
    >
      <ConfirmDialog
        title={t('factors.totp_off_title')}
        confirmLabel={t('factors.totp_off')}
        cancelLabel={t('factors.cancel')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({})}
      >
        <p>{t(isLast ? 'factors.totp_off_text' : 'factors.totp_off_kept')}</p>
        <FormError className="mt-3">{remove.error?.message}</FormError>
      </ConfirmDialog>
    </FactorRow>
  )
}

function Recovery({ left, onMade }: { left: Factors['recovery_left']; onMade: (codes: string[]) => void }) {
  const { t } = useTexts(spoken)
  const [isAsking, setAsking] = useState(false)
  const renew = useMutation(
    tell(renewRecovery, {
      refreshes: [readFactors],
      onTold: ({ recovery_codes }) => {
        setAsking(false)
        onMade(recovery_codes)
      },
    }),
  )
  return (
    <FactorRow
      icon={<KeyRound aria-hidden className="size-8 shrink-0 text-ink-2" strokeWidth={1.5} />}
      name={t('factors.recovery')}
      note={
        <span className={left > 2 ? undefined : 'font-medium text-bad'}>
          {t('factors.recovery_left', { count: left })}
        </span>
      }
      action={
        <Button variant="secondary" onPress={() => setAsking(true)}>
          {t('factors.recovery_new')}
        </Button>
      }
    >
      <ConfirmDialog
        title={t('factors.recovery_new_title')}
        confirmLabel={t('factors.recovery_new')}
        cancelLabel={t('factors.cancel')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={renew.isPending}
        onConfirm={() => renew.mutate({})}
      >
        <p>{t('factors.recovery_new_text')}</p>
        <FormError className="mt-3">{renew.error?.message}</FormError>
      </ConfirmDialog>
    </FactorRow>
  )
}
