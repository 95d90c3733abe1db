import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#core/contract/endpoint.ts'
import { call, keyOf } from '#core/web/ask.ts'
import { ownZone } from '#core/web/ownZone.ts'
import { toast } from '#core/web/toast.ts'
import {
  changeNotificationSettings,
  type NotificationSettings,
  readNotificationSettings,
} from '../contract.ts'

export type Changes = BodyInput<typeof changeNotificationSettings>

/** Whose clock somebody's hours are on: as they said, else this browser's. */
export const zoneOf = ({ zone }: NotificationSettings): string => zone ?? ownZone()

/** Settings as they will be. */
function settingsAfter(
  settings: NotificationSettings,
  { zone, quiet, types = [] }: Changes,
): NotificationSettings {
  return {
    ...settings,
    ...(zone === undefined ? {} : { zone }),
    ...(quiet === undefined ? {} : { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
    types: settings.types.map((one) => {
      const chosen = types.find(({ type }) => type === one.type)
      return { ...one, email: chosen?.email ?? one.email, push: chosen?.push ?? one.push }
    }),
  }
}

/** Each choice is sent at once and shown before the server has confirmed it; the calls go one after another. */
export function useSettingsChange() {
  const client = useQueryClient()
  const queryKey = keyOf(readNotificationSettings, {})
  const mutationKey = ['notification-settings']
  const isSaving = useIsMutating({ mutationKey }) > 0
  const save = useMutation({
    mutationKey,
    scope: { id: 'notification-settings' },
    mutationFn: (body: Changes) => call(changeNotificationSettings, { body }),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData<NotificationSettings>(queryKey, (now) => now && settingsAfter(now, changes))
    },
    onSuccess: (settings) => {
      // While more is on its way, what is shown is already further.
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(queryKey, settings)
    },
    onError: (error) => {
      toast.error(error.message)
      return client.invalidateQueries({ queryKey })
    },
  })
  return {
    change(changes: Changes) {
      const settings = client.getQueryData<NotificationSettings>(queryKey)
      // The first choice says where somebody lives too, unless they said so themselves.
      save.mutate(settings?.zone === null ? { zone: zoneOf(settings), ...changes } : changes)
    },
    isSaving,
    isSaved: save.isSuccess,
  }
}
