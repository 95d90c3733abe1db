import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { finishSignIn } from '../contract.factors.ts'
import { AccountStage } from './AccountStage.tsx'
import type { PendingSecond } from './pendingSecond.ts'
import { secondInput } from './secondInput.ts'
import { useSession } from './session.ts'
import { accountRefusals, proofTexts } from './texts.ts'

const spoken = texts(proofTexts, accountRefusals)

/** The first factor was right: asks for the second one, and signs in. */
export function SecondStep({ asked: { ticket, ways, remember } }: { asked: PendingSecond }) {
  const { t } = useTexts(spoken)
  const [way, setWay] = useState(ways[0] ?? 'totp')
  const other = ways.find((one) => one !== way)
  const form = useForm({ defaultValues: { totp: '', recovery: '' } })
  const { control, formState } = form
  const send = useMutation(tell(finishSignIn))
  return (
    <AccountStage stage="signin" title={t('second.title')} lead={t(`second.${way}_text`)}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={submitOf(form, async (values) => {
          const { access } = await send.mutateAsync({ body: { ticket, [way]: values[way] } })
          useSession.getState().signIn(access, remember)
        })}
      >
        <FormError>{formState.errors.root?.message}</FormError>
        <FormText
          key={way}
          control={control}
          {...secondInput(way)}
          label={t(`second.${way}`)}
          autoFocus
          isRequired
        />
        <Button type="submit" size="lg" isPending={formState.isSubmitting || send.isSuccess}>
          {t('second.submit')}
        </Button>
        {other && (
          <Button variant="quiet" onPress={() => setWay(other)}>
            {t(`second.by_${other}`)}
          </Button>
        )}
        <LinkButton to="/signin" variant="quiet" reloadDocument>
          {t('second.again')}
        </LinkButton>
      </form>
    </AccountStage>
  )
}
