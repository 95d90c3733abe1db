import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { callAs, keyOf, refused, show, tell } from './ask.ts'
import { i18n } from './i18n.ts'

const anything = (path: `/api/${string}`) =>
  endpoint({ method: 'GET', path, access: 'signed-in', summary: 'Anything', reply: z.object({}) })

let ended: string[] = []
/** What a refusal ends, for somebody who has this token now. */
const endedBy = (
  now: string | null,
  status: number,
  sentWith: string | null,
  path: `/api/${string}` = '/api/things/',
) => {
  ended = []
  callAs({ token: () => now, onUnauthorized: (message) => ended.push(message), satisfy: async () => false })
  refused(anything(path), status, {}, sentWith)
  return ended.length
}

describe('a refused call ends the session', () => {
  beforeAll(() => i18n.init({ lng: 'es', resources: {} }))

  test('that made it, when the server no longer knows it', () => expect(endedBy('a', 401, 'a')).toBe(1))
  test('not another one that began meanwhile', () => expect(endedBy('b', 401, 'a')).toBe(0))
  test('not once more, by a page that asked without one', () => expect(endedBy(null, 401, null)).toBe(0))
  test('not when it may not do something', () => expect(endedBy('a', 403, 'a')).toBe(0))
  test('not when a sign-in failed', () => expect(endedBy('a', 401, 'a', '/api/auth/login/')).toBe(0))
})

describe('without connection', () => {
  afterEach(() => {
    onlineManager.setOnline(true)
    vi.unstubAllGlobals()
  })
  const say = (atOnce: boolean) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    onlineManager.setOnline(false)
    const client = new QueryClient()
    const said = new MutationObserver(client, tell(anything('/api/things/'), { atOnce })).mutate({})
    return { client, said }
  }

  test('what is sent waits for one', async () => {
    const { client } = say(false)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(client.getMutationCache().getAll()[0]?.state.isPaused).toBe(true)
  })
  test('what is true of this moment alone fails at once, and isn’t sent later', async () => {
    await expect(say(true).said).rejects.toMatchObject({ status: 0, code: 'common.connection' })
  })
})

test('an answer that is shown isn’t overwritten by one that was asked for before it', async () => {
  const client = new QueryClient()
  const asked = anything('/api/things/')
  const older = Promise.withResolvers<string>()
  const queryKey = keyOf(asked, {})
  client.setQueryData(queryKey, 'at first')
  const asking = client.fetchQuery({ queryKey, queryFn: () => older.promise, staleTime: 0 })
  await show(client, asked, {}, 'the newest' as never)
  older.resolve('older')
  // Whoever asked for the older one reads what was there; it isn't shown any more.
  expect(await asking).toBe('at first')
  expect(client.getQueryData(queryKey)).toBe('the newest')
})
