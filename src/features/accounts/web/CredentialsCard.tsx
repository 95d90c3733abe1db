import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type OwnCredentials, readCredentials, takeBackEmailChange } from '../contract.credentials.ts'
import { requestReset } from '../contract.ts'
import { accountTexts } from './texts.ts'

const spoken = texts(accountTexts)

const EmailDialog = later(async () => (await import('./EmailDialog.tsx')).EmailDialog)
const PasswordDialog = later(async () => (await import('./PasswordDialog.tsx')).PasswordDialog)

/** What one signs in with, and how it is changed. For /profile. */
export function CredentialsCard() {
  const { t } = useTexts(spoken)
  const credentials = useQuery(ask(readCredentials))
  return (
    <Card title={t('credentials.title')}>
      <Loaded query={credentials} waiting={<Skeleton lines={2} />}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <p>
              <span className="block text-sm text-ink-2">{t('credentials.email')}</span>
              <strong className="wrap-anywhere">{data.email}</strong>
            </p>
            {data.email_waits !== null && <Waiting email={data.email_waits} />}
            {data.has_password ? <Changes /> : <ProviderOnly email={data.email} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Changes() {
  const { t } = useTexts(spoken)
  const [asking, setAsking] = useState<'email' | 'password' | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <p className="text-ink-2">{t('credentials.password_text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onPress={() => setAsking('password')}>
          {t('credentials.change_password')}
        </Button>
        <Button variant="secondary" onPress={() => setAsking('email')}>
          {t('credentials.change_email')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {asking === 'email' && <EmailDialog onClose={close} />}
        {asking === 'password' && <PasswordDialog onClose={close} />}
      </Suspense>
    </>
  )
}

/** Another e-mail waits for its link to be opened. */
function Waiting({ email }: Pick<OwnCredentials, 'email'>) {
  const { t } = useTexts(spoken)
  const takeBack = useMutation(
    tell(takeBackEmailChange, {
      refreshes: [readCredentials],
      onTold: () => toast.success(t('credentials.email_taken_back')),
    }),
  )
  return (
    <div className="flex max-w-reading flex-col gap-3">
      <p className="wrap-anywhere text-ink-2">{t('credentials.email_waits', { email })}</p>
      <div>
        <Button variant="secondary" isPending={takeBack.isPending} onPress={() => takeBack.mutate({})}>
          {t('credentials.email_take_back')}
        </Button>
      </div>
      <FormError>{takeBack.error?.message}</FormError>
    </div>
  )
}

/** Without a password there is none to change, and none to confirm another e-mail with: a link by mail gives them one. */
function ProviderOnly({ email }: Pick<OwnCredentials, 'email'>) {
  const { t } = useTexts(spoken)
  const reset = useMutation(
    tell(requestReset, { onTold: () => toast.success(t('credentials.asked_password')) }),
  )
  return (
    <>
      <p className="max-w-reading text-ink-2">{t('credentials.provider')}</p>
      <div>
        <Button
          variant="secondary"
          isPending={reset.isPending}
          onPress={() => reset.mutate({ body: { email } })}
        >
          {t('credentials.ask_password')}
        </Button>
      </div>
      <FormError>{reset.error?.message}</FormError>
    </>
  )
}
