import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { askApart } from '#core/web/apart.tsx'
import { ApiError, call } from '#core/web/ask.ts'
import { showRefusal, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { askForPasskey, type ProofWay, prove, readProofWays, sendProofCode } from '../contract.proof.ts'
import { PasswordField } from './PasswordField.tsx'
import { isSecond, NO_SECOND, OtherWays, SecondField, secondProofOf, usableWays } from './SecondFields.tsx'
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
  return askApart<boolean>((answer) => <ProofDialog ways={ways} onDone={answer} />)
}

function ProofDialog({ ways: { ways, email }, onDone }: { ways: Ways; onDone: (proved: boolean) => void }) {
  const { t } = useTexts(spoken)
  const [way, setWay] = useState<ProofWay>(usableWays(ways)[0] ?? 'password')
  const [isSent, setSent] = useState(false)
  const form = useForm({ defaultValues: { password: '', code: '', ...NO_SECOND } })
  const { control, formState } = form
  const choose = (next: ProofWay) => {
    form.clearErrors()
    setWay(next)
  }
  const submit = submitOf(form, async (values) => {
    try {
      const body = isSecond(way)
        ? await secondProofOf(way, values, () => call(askForPasskey))
        : { [way]: values[way] }
      await call(prove, { body })
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
      {isSecond(way) && <SecondField control={control} way={way} />}
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
      {ways.length > 1 && (
        <div className="flex flex-col items-start">
          <OtherWays ways={ways} way={way} onChoose={choose} />
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
