import { useMutation } from '@tanstack/react-query'
import { call } from '#core/web/ask.ts'
import { toast } from '#core/web/toast.ts'
import { switchProject } from '../contract.ts'
import { storeProfile } from './profile.ts'

/** Acts as another of one's projects; the page is loaded again, as everything on it belongs to the one left. */
export function useProjectSwitch(onSwitched: () => void) {
  return useMutation({
    mutationFn: (id: number) => call(switchProject, { params: { id } }),
    onSuccess: (profile) => {
      storeProfile(profile)
      onSwitched()
      location.reload()
    },
    onError: (error) => toast.error(error.message),
  })
}
