import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR } from '#core/contract/time.ts'
import { hasPersonal, removePersonal } from '#core/web/storage.ts'
import { useSession } from '#features/accounts/web/session.ts'
import type { EventDetail } from '../contract.ts'
import {
  catchUp,
  isNeededOffline,
  removeEvent,
  sayArrived,
  sendArrivals,
  storeArrival,
  storedEvent,
  storeEvent,
  waitingArrival,
} from './offline.ts'

function storage() {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

/** What was sent: the key and what it said. */
const sent: { key: string | null; body: unknown }[] = []
/** What the server answers next; null: it can't be reached. */
let answer: { status: number; body: object } | null

const signIn = (id: number) =>
  useSession.setState({ accessToken: `t${id}`, rememberMe: true, user: { id } as never })

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  sent.length = 0
  answer = { status: 200, body: {} }
  vi.stubGlobal('fetch', async (_url: string, { headers, body }: RequestInit) => {
    if (!answer) throw new TypeError('Failed to fetch')
    sent.push({ key: new Headers(headers).get('idempotency-key'), body: JSON.parse(String(body)) })
    return Response.json(answer.body, { status: answer.status })
  })
  signIn(1)
})
afterEach(() => vi.unstubAllGlobals())

const NOW = new Date('2026-04-10T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
const event = (id: number, more: Partial<EventDetail> = {}) =>
  ({
    id,
    state: 'confirmed',
    starts_at: later(3 * DAY),
    ends_at: later(3 * DAY + 4 * HOUR),
    ...more,
  }) as EventDetail

describe('an event without connection', () => {
  test('is as it was read last, with when that was', () => {
    expect(storeEvent(event(1), NOW, NOW)).toBe(true)
    expect(storeEvent(event(2), NOW, NOW)).toBe(true)
    storeEvent(event(1, { title: 'Boda' }), new Date(NOW.getTime() + HOUR), NOW)
    expect(storedEvent(1, NOW)).toEqual({ at: later(HOUR), event: event(1, { title: 'Boda' }) })
    expect(storedEvent(2, NOW)?.at).toBe(NOW.toISOString())
    expect(storedEvent(3, NOW)).toBeNull()
  })

  test('is stored two weeks ahead, until it is over, and not when it is off', () => {
    expect(isNeededOffline(event(1, { starts_at: later(14 * DAY), ends_at: later(15 * DAY) }), NOW)).toBe(
      true,
    )
    expect(isNeededOffline(event(1, { starts_at: later(14 * DAY + 1), ends_at: later(15 * DAY) }), NOW)).toBe(
      false,
    )
    for (const state of ['delivered', 'cancelled', 'postponed'] as const)
      expect(isNeededOffline(event(1, { state }), NOW), state).toBe(false)
    storeEvent(event(1), NOW, NOW)
    expect(storedEvent(1, new Date(later(3 * DAY + 5 * HOUR)))).toBeNull()
    // What was cancelled meanwhile goes as soon as it is read.
    expect(storeEvent(event(1, { state: 'cancelled' }), NOW, NOW)).toBe(false)
    expect(storedEvent(1, NOW)).toBeNull()
  })

  test('is deleted once it is over, whichever page is opened then', async () => {
    const [past, soon] = [-HOUR, HOUR].map((ms) => ({
      starts_at: new Date(Date.now() + ms).toISOString(),
      ends_at: new Date(Date.now() + 2 * HOUR + ms).toISOString(),
    }))
    storeEvent(event(1, past), new Date())
    storeEvent(event(2, soon), new Date())
    vi.useFakeTimers({ now: Date.now() + 1.5 * HOUR, toFake: ['Date'] })
    await catchUp()
    vi.useRealTimers()
    expect(localStorage.getItem('own-events')).not.toContain('"id":1')
    expect(localStorage.getItem('own-events')).toContain('"id":2')
    removeEvent(2)
    expect(hasPersonal()).toBe(false)
  })

  test('is only for whom it was read, and goes with their session', () => {
    storeEvent(event(1), NOW, NOW)
    signIn(2)
    expect(storedEvent(1, NOW)).toBeNull()
    signIn(1)
    expect(storedEvent(1, NOW)).not.toBeNull()
    removePersonal()
    expect(storedEvent(1, NOW)).toBeNull()
    expect(hasPersonal()).toBe(false)
  })

  test('stays in its tab where nobody wants to stay signed in', () => {
    useSession.setState({ rememberMe: false })
    storeEvent(event(1), NOW, NOW)
    expect(localStorage.getItem('own-events')).toBeNull()
    expect(sessionStorage.getItem('own-events')).toContain('"id":1')
  })
})

describe('an arrival without connection', () => {
  test('waits, and is sent once with when it was; two tries have the same key', async () => {
    storeArrival(7, 3, NOW)
    expect(waitingArrival(7, 3)).toBe(NOW.toISOString())
    answer = null
    await sendArrivals()
    expect(waitingArrival(7, 3)).toBe(NOW.toISOString())
    answer = { status: 503, body: { message: 'Espera', code: 'common.busy' } }
    await sendArrivals()
    answer = { status: 200, body: {} }
    await Promise.all([sendArrivals(), sendArrivals()])
    await sendArrivals()
    expect(sent.map(({ body }) => body)).toEqual(
      Array(2).fill({ kind: 'arrived', project_id: 3, arrived_at: NOW.toISOString() }),
    )
    expect(sent[0]?.key).toBe(sent[1]?.key)
    expect(waitingArrival(7, 3)).toBeNull()
  })

  test('is let go when the server refuses it for good', async () => {
    storeArrival(7, null, NOW)
    answer = { status: 409, body: { message: 'Ya terminó', code: 'events.over' } }
    await sendArrivals()
    expect(waitingArrival(7, null)).toBeNull()
  })
})

describe('who presses that they have arrived', () => {
  const DETAIL = { ...event(7), day: null }

  test('gets what the server says of the day by then', async () => {
    answer = { status: 200, body: DETAIL }
    expect(await sayArrived(7, 3)).toEqual(DETAIL)
    expect(sent.map(({ body }) => body)).toEqual([{ kind: 'arrived', project_id: 3 }])
    expect(waitingArrival(7, 3)).toBeNull()
  })

  test('has it stored with the hour of the press, however long it takes until nothing is reached', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    vi.stubGlobal('fetch', async () => {
      vi.setSystemTime(NOW.getTime() + 90_000)
      throw new TypeError('Failed to fetch')
    })
    expect(await sayArrived(7, 3)).toBeNull()
    vi.useRealTimers()
    expect(waitingArrival(7, 3)).toBe(NOW.toISOString())
  })

  test('is told where it can be neither sent nor stored, or is refused', async () => {
    answer = { status: 409, body: { message: 'Ya terminó', code: 'events.over' } }
    await expect(sayArrived(7, 3)).rejects.toMatchObject({ status: 409 })
    answer = null
    vi.stubGlobal('localStorage', {
      ...storage(),
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    })
    await expect(sayArrived(7, 3)).rejects.toMatchObject({ status: 0 })
  })
})
