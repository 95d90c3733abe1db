import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useQueryOnce } from '#core/web/address.ts'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { undoFactors } from '../contract.factors.ts'
import { AccountStage } from './AccountStage.tsx'
import { useSession } from './session.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/**
 * Opened by the letter that tells of a new factor, by whoever didn't add it: takes it back, and goes on to another password.
 * By a press: programs that look through letters open links too.
 */
export function NotMePage() {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const token = useQueryOnce().get('token')
  const undo = useMutation(
    tell(undoFactors, {
      onTold: ({ reset }) => {
        useSession.getState().clear()
        toast.success(t('not_me.done'))
        void navigate(`/reset-password?token=${reset}`, { replace: true })
      },
    }),
  )
  const status = undo.error?.status
  // 422: cut on its way, so no link of ours. Whatever else went wrong may go right the next time.
  const isCut = !token || status === 422
  const problem = isCut ? t('not_me.no_token') : status === 409 ? t('not_me.over') : null
  return (
    <AccountStage stage="mail" title={t('not_me.title')} lead={problem ? undefined : t('not_me.lead')}>
      {problem ? (
        <>
          <ErrorState title={problem}>{t('not_me.problem_more')}</ErrorState>
          <LinkButton size="lg" className="mt-5 w-full" to="/reset-password">
            {t('not_me.reset')}
          </LinkButton>
        </>
      ) : (
        <>
          <Button
            size="lg"
            isPending={undo.isPending}
            onPress={() => token && undo.mutate({ body: { token } })}
          >
            {t('not_me.submit')}
          </Button>
          <FormError>{undo.error?.message}</FormError>
          <p className="mt-5 text-ink-2">{t('not_me.was_you')}</p>
        </>
      )}
    </AccountStage>
  )
}
