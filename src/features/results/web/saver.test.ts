import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#core/web/ask.ts'
import { saverOf } from './saver.ts'

interface Answers {
  nps: number | null
  comment: string
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A saver whose calls end when the test says so. */
function scene() {
  const sent: Partial<Answers>[] = []
  const ends: ((error?: ApiError) => void)[] = []
  const states: string[] = []
  const saver = saverOf<Answers>({
    save: (given) => {
      sent.push(given)
      return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
    },
    merged: (before, given) => ({ ...before, ...given }),
    onState: (state) => states.push(state),
  })
  return { saver, sent, states, end: (error?: ApiError) => ends.shift()?.(error) }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

describe('answers are saved as they are given', () => {
  it('what is chosen at once, what is typed when the typing stops', async () => {
    const { saver, sent, end } = scene()
    saver.give({ nps: 9 })
    expect(sent).toEqual([{ nps: 9 }])
    end()
    await settled()
    saver.give({ comment: 'Muy' }, 'typed')
    saver.give({ comment: 'Muy bien' }, 'typed')
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent[1]).toEqual({ comment: 'Muy bien' })
  })
  it('one call at a time: what is given meanwhile goes out next, together', async () => {
    const { saver, sent, end } = scene()
    saver.give({ nps: 3 })
    saver.give({ nps: 8 })
    saver.give({ comment: 'Bien' })
    expect(sent).toEqual([{ nps: 3 }])
    end()
    await settled()
    expect(sent).toEqual([{ nps: 3 }, { nps: 8, comment: 'Bien' }])
  })
  it('what never got there is sent again, with what is newer in its place', async () => {
    const { saver, sent, states, end } = scene()
    saver.give({ nps: 3, comment: 'Bien' })
    saver.give({ nps: 8 })
    end(new ApiError(0, {}))
    await settled()
    expect(states.at(-1)).toBe('retrying')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent[1]).toEqual({ nps: 8, comment: 'Bien' })
    end()
    await settled()
    expect(states.at(-1)).toBe('saved')
  })
  it('and sending waits for the last of them, and isn’t done when one was refused', async () => {
    const { saver, end } = scene()
    saver.give({ comment: 'x' }, 'typed')
    const all = saver.flush()
    end(new ApiError(409, {}))
    expect(await all).toBe(false)
    expect(await saver.flush()).toBe(true)
  })
})
