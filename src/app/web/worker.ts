/*
 * The service worker: shows what is pushed while the product isn't open, and leads to what it is about. It opens the
 * pages of events without connection, from the files that such a page has asked it to store: nothing of anybody is in
 * them. Plain script in the end, so it imports nothing.
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

// ─── Pages without connection ────────────────────────────────────────────────────────────────────────────────

/** As core/web/worker.ts names it. */
const STORE = 'pages'
/** Pages that are needed where there is no connection: an event of its host, and of who plays; practice of who learns. */
const STORED_PAGES = ['/events', '/calendar', '/student/progress']
const FILES = '/assets/'

/** What a page asks to be stored (src/core/web/worker.ts). */
interface Stored {
  page: string
  files: string[]
}

function storedIn(message: unknown): Stored | null {
  const { page, files } = ((message as { store?: Partial<Stored> } | null)?.store ?? {}) as Partial<Stored>
  if (typeof page !== 'string' || !Array.isArray(files) || !STORED_PAGES.includes(page)) return null
  return { page, files: files.filter((path) => typeof path === 'string' && path.startsWith(FILES)) }
}

/** The programs that a page begins with. */
const programsIn = (html: string): string[] =>
  [...html.matchAll(/<script[^>]+src="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

/**
 * Stores a page with its files; those of an older build go when the page is another than it was. Who asks from an older
 * build doesn't have the files that the newest page wants: what is stored stays whole.
 */
async function store({ page, files }: Stored): Promise<void> {
  const answer = await fetch(page)
  if (!answer.ok || answer.redirected) return
  const html = await answer.clone().text()
  if (!programsIn(html).every((path) => files.includes(path))) return
  const cache = await caches.open(STORE)
  const before = await (await cache.match(page))?.text()
  if (before !== undefined && before !== html) await caches.delete(STORE)
  const fresh = await caches.open(STORE)
  await fresh.put(page, answer)
  // Their names have their contents' hashes: what is there is right.
  for (const path of files) if (!(await fresh.match(path))) await fresh.add(path).catch(() => {})
}

self.addEventListener('message', (event) => {
  const asked = storedIn(event.data)
  if (asked) event.waitUntil(store(asked).catch(() => {}))
})

const stored = (path: string) => caches.match(path, { cacheName: STORE })

/** A file of the build: what a page fetches later is stored like what it began with, where any is. */
async function fileFor(event: FetchEvent, path: string): Promise<Response> {
  const known = await stored(path)
  if (known) return known
  const answer = await fetch(event.request)
  const copy = answer.clone()
  if (answer.ok)
    event.waitUntil(
      caches
        .has(STORE)
        .then(async (isThere) => isThere && (await caches.open(STORE)).put(path, copy))
        .catch(() => {}),
    )
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && STORED_PAGES.includes(pathname))
    event.respondWith(
      fetch(request).catch(async (error) => {
        const page = await stored(pathname)
        if (!page) throw error
        return page
      }),
    )
  else if (pathname.startsWith(FILES)) event.respondWith(fileFor(event, pathname))
})

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
