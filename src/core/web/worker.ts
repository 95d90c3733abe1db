/** Where the service worker is served: it is registered for all pages. */
const WORKER = import.meta.env.DEV ? '/worker.ts' : '/worker.js'

/** Whether this browser, at this address, has service workers at all. */
export const hasWorkers = (): boolean => 'serviceWorker' in navigator

/** Registers the service worker, or finds it registered. @returns it, once it works */
export async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: '/' })
  return navigator.serviceWorker.ready
}

/** Files that this page was made of so far, by their addresses. */
function filesHere(): string[] {
  const found = [
    ...performance.getEntriesByType('resource').map(({ name }) => name),
    ...[...document.querySelectorAll('script[src], link[href]')].map(
      (one) => (one as HTMLScriptElement).src || (one as HTMLLinkElement).href,
    ),
  ]
  const ours = found.filter((address) => URL.canParse(address) && new URL(address).origin === location.origin)
  return [...new Set(ours.map((address) => new URL(address).pathname))].filter((path) =>
    path.startsWith('/assets/'),
  )
}

/** What a page draws by itself is fetched by then, as far as it goes. */
const SETTLED_MS = 2_000

/**
 * Has the worker store this page's files, so that it opens without connection. Nothing of anybody is in them. Where there
 * are no workers, or none may be registered, the page needs its connection as before.
 * @param parts fetches what the page may show later, so that it is here then
 */
export async function storePage(parts: () => Promise<unknown>): Promise<void> {
  await parts()
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  if (!hasWorkers() || import.meta.env.DEV) return
  try {
    const { active } = await readyWorker()
    active?.postMessage({ store: { page: location.pathname, files: filesHere() } })
  } catch {
    // Site data is blocked: nothing can be stored here.
  }
}

/** What the service worker stores files under (app/web/worker.ts, which imports nothing). */
const STORE = 'pages'

/** Whether a worker answers this page without connection, from files that were stored. */
export async function hasStoredFiles(): Promise<boolean> {
  try {
    return hasWorkers() && navigator.serviceWorker.controller !== null && (await caches.has(STORE))
  } catch {
    // Site data is blocked.
    return false
  }
}
