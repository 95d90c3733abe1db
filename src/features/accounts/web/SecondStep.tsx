import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { askForPasskeyAtSignIn, finishSignIn } from '../contract.factors.ts'
import type { SecondWay } from '../contract.second.ts'
import { AccountStage } from './AccountStage.tsx'
import type { PendingSecond } from './pendingSecond.ts'
import { NO_SECOND, OtherWays, SecondField, secondProofOf, usableWays } from './SecondFields.tsx'
import { useSession } from './session.ts'
import { accountRefusals, proofTexts } from './texts.ts'

const spoken = texts(proofTexts, accountRefusals)

/** The first factor was right: asks for the second one, and signs in. */
export function SecondStep({ asked: { ticket, ways, remember } }: { asked: PendingSecond }) {
  const { t } = useTexts(spoken)
  const [way, setWay] = useState<SecondWay>(usableWays(ways)[0] ?? 'totp')
  const form = useForm({ defaultValues: NO_SECOND })
  const { control, formState } = form
  const send = useMutation(tell(finishSignIn))
  const choose = (next: SecondWay) => {
    form.clearErrors()
    setWay(next)
  }
  return (
    <AccountStage stage="signin" title={t('second.title')} lead={t(`second.${way}_text`)}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={submitOf(form, async (values) => {
          const options = () => call(askForPasskeyAtSignIn, { body: { ticket } })
          const proof = await secondProofOf(way, values, options)
          const { access } = await send.mutateAsync({ body: { ticket, ...proof } })
          useSession.getState().signIn(access, remember)
        })}
      >
        <FormError>{formState.errors.root?.message}</FormError>
        <SecondField control={control} way={way} />
        <Button type="submit" size="lg" isPending={formState.isSubmitting || send.isSuccess}>
          {t(way === 'passkey' ? 'second.use_passkey' : 'second.submit')}
        </Button>
        <OtherWays ways={ways} way={way} onChoose={choose} />
        <LinkButton to="/signin" variant="quiet" reloadDocument>
          {t('second.again')}
        </LinkButton>
      </form>
    </AccountStage>
  )
}
