/*
 * The service worker: shows what is pushed while the product isn't open, and leads to what it is about. It keeps no
 * pages. Plain script in the end, so it imports nothing.
 */

declare const self: ServiceWorkerGlobalScope

export type {}

/** What the server sends (src/features/notifications/jobs.ts). */
interface Pushed {
  title: string
  body: string
  /** A path of ours. */
  url: string
  /** A newer one of the same tag takes its place. */
  tag: string
  language: string
}

const isPushed = (value: unknown): value is Pushed =>
  typeof value === 'object' &&
  value !== null &&
  ['title', 'body', 'url', 'tag', 'language'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  )

function read(data: PushMessageData | null): Pushed | null {
  try {
    const value: unknown = data?.json()
    return isPushed(value) ? value : null
  } catch {
    return null
  }
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const pushed = read(event.data)
  if (!pushed) return
  const { title, body, url, tag, language } = pushed
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      lang: language,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data as { url: string }
  const to = new URL(url, self.location.origin)
  if (to.origin !== self.location.origin) return
  event.waitUntil(
    (async () => {
      for (const window of await windows()) {
        // Refused where it isn't under this worker yet: another one, or a new one.
        const shown = await window.navigate(to).catch(() => null)
        if (shown) return void (await shown.focus().catch(() => null))
      }
      await self.clients.openWindow(to)
    })(),
  )
})
