import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

/* What the service worker stores for when there is no connection. */

type Listener = (event: object) => void
const listeners = new Map<string, Listener>()
const stores = new Map<string, Map<string, Response>>()
/** What the server has: pages and files by their paths. */
let served: Record<string, string>

const cacheOf = (name: string) => {
  const held = stores.get(name) ?? new Map<string, Response>()
  stores.set(name, held)
  return {
    match: async (path: string) => held.get(path)?.clone(),
    put: async (path: string, answer: Response) => void held.set(path, answer),
    add: async (path: string) => {
      const answer = await fetch(path)
      if (!answer.ok) throw new TypeError('bad response')
      held.set(path, answer)
    },
  }
}

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  })
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => stores.delete(name),
  })
  vi.stubGlobal('fetch', async (path: string) =>
    path in served ? new Response(served[path]) : new Response('', { status: 404 }),
  )
  // Not as part of the pages: it has another world of types.
  await vi.importActual('./worker.ts')
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => stores.clear())

/** A page that asks to be stored, with the files that it is made of. */
async function ask(page: string, files: string[]) {
  let done: Promise<unknown> = Promise.resolve()
  listeners.get('message')?.({
    data: { store: { page, files } },
    waitUntil: (promise: Promise<unknown>) => {
      done = promise
    },
  })
  await done
  return Object.fromEntries(
    await Promise.all(
      [...(stores.get('pages') ?? [])].map(async ([path, answer]) => [path, await answer.clone().text()]),
    ),
  )
}
const build = (n: number) => ({
  '/events': `<link rel="icon" href="/icon.svg"><script type="module" crossorigin src="/assets/main-${n}.js"></script>`,
  [`/assets/main-${n}.js`]: `main ${n}`,
  [`/assets/event-${n}.js`]: `event ${n}`,
})
const filesOf = (n: number) => [`/assets/main-${n}.js`, `/assets/event-${n}.js`]

test('a page is stored with its files, and those of an older build go', async () => {
  served = build(1)
  expect(await ask('/events', filesOf(1))).toEqual(build(1))
  served = build(2)
  expect(await ask('/events', filesOf(2))).toEqual(build(2))
})

test('a page that is open since an older build doesn’t take the place of what opens with its files', async () => {
  served = build(1)
  await ask('/events', filesOf(1))
  // The product was deployed meanwhile: its page wants files that this one doesn't have.
  served = { ...build(1), ...build(2) }
  expect(await ask('/events', filesOf(1))).toEqual(build(1))
})

test('only pages of events are, and only files of the build', async () => {
  served = { ...build(1), '/me': 'mine', '/api/me/': 'mine' }
  expect(await ask('/me', filesOf(1))).toEqual({})
  expect(await ask('/events', [...filesOf(1), '/api/me/'])).toEqual(build(1))
})
