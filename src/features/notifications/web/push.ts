import { call } from '#core/web/ask.ts'
import { hasWorkers, readyWorker } from '#core/web/worker.ts'
import { addBrowser, type NotificationSettings, removeBrowser } from '../contract.ts'

/** How a browser stands to notifications while the product isn't open. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Why notifications could not be switched on here. */
export class PushRefused extends Error {
  readonly reason: 'denied' | 'service'
  constructor(reason: 'denied' | 'service') {
    super(reason)
    this.reason = reason
  }
}

const isSupported = () => hasWorkers() && 'PushManager' in window && 'Notification' in window

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** What this browser is to the server: whether its subscription is among the person's. */
export async function pushStateOf({ browsers }: NotificationSettings): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await subscriptionHere()
  return browsers.some(({ endpoint }) => endpoint === subscription?.endpoint) ? 'on' : 'off'
}

/**
 * Asks the person and the browser, and tells the server.
 * @throws PushRefused when one of the two says no; ApiError when the server does
 */
export async function switchOn({ push_key }: NotificationSettings): Promise<NotificationSettings> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused('denied')
  let subscription: PushSubscription
  try {
    const { pushManager } = await readyWorker()
    // One that was made for another key, or for somebody else who used this browser, is of no use.
    await (await pushManager.getSubscription())?.unsubscribe()
    subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push_key })
  } catch {
    throw new PushRefused('service')
  }
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return call(addBrowser, { body: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } } })
}

/** Switches this browser off: at the server first, so that a lost call leaves nothing that looks off and isn't. */
export async function switchOff({ browsers }: NotificationSettings): Promise<NotificationSettings | null> {
  const subscription = await subscriptionHere()
  const known = browsers.find(({ endpoint }) => endpoint === subscription?.endpoint)
  const settings = known ? await call(removeBrowser, { params: { id: known.id } }) : null
  await subscription?.unsubscribe()
  return settings
}
