import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { keyOf, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { deviceOf } from '#features/accounts/rules.device.ts'
import { accountTexts } from '#features/accounts/web/texts.ts'
import {
  type Browser,
  type NotificationSettings,
  readNotificationSettings,
  removeBrowser,
} from '../contract.ts'
import { PushRefused, pushStateOf, switchOff, switchOn } from './push.ts'
import { noticeTexts } from './texts.ts'

const spoken = texts(noticeTexts, accountTexts)

/** Whether this browser shows notifications while the product isn't open, and which others do. */
export function Browsers({ settings }: { settings: NotificationSettings }) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const stateKey = ['push-state', settings.browsers.map(({ id }) => id)]
  const state = useQuery({ queryKey: stateKey, queryFn: () => pushStateOf(settings), staleTime: 0 })
  const turn = useMutation({
    mutationFn: (on: boolean) => (on ? switchOn(settings) : switchOff(settings)),
    onSuccess: (changed) => {
      if (changed) client.setQueryData(keyOf(readNotificationSettings, {}), changed)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['push-state'] }),
  })
  const problem = !turn.error
    ? null
    : turn.error instanceof PushRefused
      ? t(`notices.push.refused.${turn.error.reason}`)
      : turn.error.message
  const stands = state.data ?? 'off'
  return (
    <section aria-label={t('notices.push.title')}>
      <Switch
        value={turn.isPending ? turn.variables : stands === 'on'}
        onChange={(on) => turn.mutate(on)}
        isDisabled={state.isPending || turn.isPending || stands === 'unsupported' || stands === 'denied'}
        description={t(`notices.push.${stands}`)}
      >
        {t('notices.push.here')}
      </Switch>
      <FormError className="mt-3">{problem}</FormError>
      {settings.browsers.length > 0 && (
        <ul aria-label={t('notices.push.browsers')} className="mt-3 flex flex-col">
          {settings.browsers.map((browser) => (
            <BrowserRow key={browser.id} browser={browser} />
          ))}
        </ul>
      )}
    </section>
  )
}

function BrowserRow({ browser }: { browser: Browser }) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  const remove = useMutation(tell(removeBrowser, { refreshes: [readNotificationSettings] }))
  const device = deviceOf(browser.user_agent)
  const name = device.browser
    ? t('auth:sessions.device', { browser: device.browser, system: device.system ?? '' }).trim()
    : t('auth:sessions.unknown')
  const Icon = device.isPhone ? Smartphone : Laptop
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1">
        {t('notices.push.since', { name, date: format.date(browser.created_at) })}
      </span>
      <Button
        size="sm"
        variant="quiet"
        aria-label={t('notices.push.remove_one', { name })}
        isPending={remove.isPending}
        onPress={() => remove.mutate({ params: { id: browser.id } })}
      >
        {t('notices.push.remove')}
      </Button>
      <FormError className="basis-full">{remove.error?.message}</FormError>
    </li>
  )
}
