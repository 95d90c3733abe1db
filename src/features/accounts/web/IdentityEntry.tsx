import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ask, call } from '#core/web/ask.ts'
import { FormError } from '#core/web/ui/FormError.tsx'
import { startIdentity } from '../contract.identity.ts'
import { signInOptions } from '../contract.ts'
import { IdentityButton } from './IdentityButton.tsx'
import { goToProvider } from './identity.ts'

/** The identity provider's button with what it does; nothing is seen of it where no provider is configured. */
export function IdentityEntry({
  size,
  remember,
  before,
  className,
}: {
  size: 'large' | 'medium' | 'small'
  /** Asked when the button is pressed. */
  remember: () => boolean
  /** Words in front of it. */
  before?: ReactNode
  className?: string
}) {
  const { search } = useLocation()
  const options = useQuery({ ...ask(signInOptions), staleTime: Number.POSITIVE_INFINITY })
  const start = useMutation({
    mutationFn: async () => {
      const chosen = { remember: remember(), search }
      goToProvider({ ...(await call(startIdentity, { body: { remember: chosen.remember } })), ...chosen })
    },
  })
  const isOffered = options.data?.identity ?? false
  return (
    <div className={className}>
      {isOffered && before}
      <IdentityButton
        size={size}
        isHidden={!isOffered}
        isPending={start.isPending || start.isSuccess}
        onPress={() => start.mutate()}
      />
      <FormError className="mt-3">{start.error?.message}</FormError>
    </div>
  )
}
