import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { removePersonal } from '#core/web/storage.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { note, practiceBox } from './practiceBox.ts'

function storage() {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

/** Keys under which something reached the server, in that order. */
const sent: (string | null)[] = []
/** What the server answers next; null: it can't be reached. */
let answer: { status: number; body: object } | null

const signIn = (id: number) =>
  useSession.setState({ accessToken: `t${id}`, rememberMe: true, user: { id } as never })
const draft = (key: string, minutes = 25) => ({ day: '2027-03-01', minutes, what: 'Escalas', key })

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  sent.length = 0
  answer = { status: 201, body: { id: 1 } }
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    if (!answer) throw new TypeError('Failed to fetch')
    sent.push(new Headers(headers).get('idempotency-key'))
    return Response.json(answer.body, { status: answer.status })
  })
  signIn(1)
})
afterEach(() => vi.unstubAllGlobals())

describe('practice that is noted', () => {
  test('is sent at once where there is a connection', async () => {
    expect(await note(draft('a'))).toEqual({ id: 1 })
    expect(practiceBox.rows()).toEqual([])
  })

  test('waits without one, and is sent once under its own key, in the order it was noted', async () => {
    answer = null
    expect(await note(draft('a'))).toBeNull()
    expect(await note(draft('b', 40))).toBeNull()
    await practiceBox.send()
    expect(practiceBox.rows().map(({ key }) => key)).toEqual(['a', 'b'])
    answer = { status: 201, body: { id: 1 } }
    await Promise.all([practiceBox.send(), practiceBox.send()])
    await practiceBox.send()
    expect(sent).toEqual(['a', 'b'])
    expect(practiceBox.rows()).toEqual([])
  })

  test('that the server doesn’t take later on stays with the reason, and holds nothing else up', async () => {
    answer = null
    await note(draft('a'))
    answer = { status: 409, body: { code: 'lessons.practice_full', message: 'Ese día está lleno.' } }
    await practiceBox.send()
    expect(practiceBox.rows()).toEqual([{ ...draft('a'), refused: 'Ese día está lleno.' }])
    answer = null
    await note(draft('b'))
    answer = { status: 201, body: { id: 1 } }
    await practiceBox.send()
    expect(practiceBox.rows().map(({ key }) => key)).toEqual(['a'])
    expect(sent).toEqual(['a', 'b'])
    practiceBox.remove('a')
    expect(practiceBox.rows()).toEqual([])
  })

  test('that is refused at once isn’t stored: the form says so', async () => {
    answer = { status: 422, body: { message: 'No.' } }
    await expect(note(draft('a'))).rejects.toThrow('No.')
    expect(practiceBox.rows()).toEqual([])
  })

  test('waits for its writer alone, and goes with the session', async () => {
    answer = null
    await note(draft('a'))
    signIn(2)
    expect(practiceBox.rows()).toEqual([])
    signIn(1)
    removePersonal()
    expect(practiceBox.rows()).toEqual([])
  })

  test('tells whoever shows it', async () => {
    vi.stubGlobal('addEventListener', () => {})
    vi.stubGlobal('removeEventListener', () => {})
    let told = 0
    const stop = practiceBox.subscribe(() => told++)
    answer = null
    await note(draft('a'))
    practiceBox.remove('a')
    expect(told).toBe(2)
    stop()
  })
})
