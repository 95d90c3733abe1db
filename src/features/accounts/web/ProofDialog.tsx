import { Mail } from 'lucide-react'
import { Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { ApiError, call } from '#core/web/ask.ts'
import { showRefusal, submitOf } from '#core/web/form.ts'
import { texts, textsAreHere, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { prove, readProofWays, sendProofCode } from '../contract.proof.ts'
import { SECOND_WAYS } from '../contract.second.ts'
import { PasswordField } from './PasswordField.tsx'
import { secondInput } from './secondInput.ts'
import { accountRefusals, proofTexts } from './texts.ts'

const spoken = texts(proofTexts, accountRefusals)

type Ways = ReplyOf<typeof readProofWays>

let asked: Promise<boolean> | undefined

/**
 * Asks whoever is signed in to prove that it is them, above whatever page is open, which stays as it was. Who is asked
 * already isn't asked twice.
 * @returns whether they did
 */
export function askForProof(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = undefined
  })
  return asked
}

async function ask(): Promise<boolean> {
  const ways = await call(readProofWays)
  await textsAreHere()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  try {
    return await new Promise<boolean>((resolve) => {
      root.render(
        <Suspense fallback={null}>
          <ProofDialog ways={ways} onDone={resolve} />
        </Suspense>,
      )
    })
  } finally {
    root.unmount()
    place.remove()
  }
}

function ProofDialog({ ways: { ways, email }, onDone }: { ways: Ways; onDone: (proved: boolean) => void }) {
  const { t } = useTexts(spoken)
  const [way, setWay] = useState(ways[0] ?? 'password')
  const other = SECOND_WAYS.find((one) => one !== way && ways.includes(one))
  const [isSent, setSent] = useState(false)
  const form = useForm({ defaultValues: { password: '', code: '', totp: '', recovery: '' } })
  const { control, formState } = form
  const submit = submitOf(form, async (values) => {
    try {
      await call(prove, { body: { [way]: values[way] } })
    } catch (error) {
      // The session has ended meanwhile: there is nothing to prove any more.
      if (error instanceof ApiError && error.status === 401) return onDone(false)
      throw error
    }
    onDone(true)
  })
  return (
    <FormDialog
      title={t('proof.title')}
      closeLabel={t('proof.cancel')}
      cancelLabel={t('proof.cancel')}
      submitLabel={t('proof.confirm')}
      onSubmit={submit}
      isSubmitting={formState.isSubmitting}
      isDisabled={way === 'code' && !isSent}
      error={formState.errors.root?.message}
      onClose={() => onDone(false)}
      maxWidth={480}
    >
      <p className="text-ink-2">{t('proof.text')}</p>
      {way === 'password' && (
        <FormText
          control={control}
          name="password"
          as={PasswordField}
          label={t('proof.password')}
          autoComplete="current-password"
          autoFocus
          isRequired
        />
      )}
      {(way === 'totp' || way === 'recovery') && (
        <FormText
          key={way}
          control={control}
          {...secondInput(way)}
          label={t(`second.${way}`)}
          autoFocus
          isRequired
        />
      )}
      {way === 'code' && (
        <>
          <p>{t('proof.code_text', { email })}</p>
          <SendCode
            email={email}
            isSent={isSent}
            onSent={() => setSent(true)}
            onRefused={(error) => showRefusal(form, error)}
          />
          {isSent && (
            <FormText
              control={control}
              name="code"
              label={t('proof.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              isRequired
            />
          )}
        </>
      )}
      {other && (
        <div>
          <Button variant="quiet" onPress={() => setWay(other)}>
            {t(`second.by_${other}`)}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

function SendCode({
  email,
  isSent,
  onSent,
  onRefused,
}: {
  email: string
  isSent: boolean
  onSent: () => void
  onRefused: (error: unknown) => void
}) {
  const { t } = useTexts(spoken)
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      await call(sendProofCode)
      toast.success(t('proof.code_sent', { email }))
      onSent()
    } catch (error) {
      onRefused(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <div>
      <Button
        variant="secondary"
        icon={<Mail aria-hidden />}
        isPending={isSending}
        onPress={() => void send()}
      >
        {isSent ? t('proof.send_again') : t('proof.send_code')}
      </Button>
    </div>
  )
}
