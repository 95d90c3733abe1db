import { describe, expect, it } from 'vitest'
import { openTurns } from './turns.ts'

/** Work that ends when it is told to. */
function works() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    of: (name: string) => () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    },
    async end(name: string) {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
const EVERYTHING = { at_once: 1, waiting: 100, waiting_each: 100 }

describe('turns', () => {
  it('go round: a second one of somebody comes after the first of everybody', async () => {
    const turns = openTurns(EVERYTHING)
    const { started, of, end } = works()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void turns.take(name.slice(0, 1), of(name))
    for (const name of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(name)
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  })
  it("leave places to others that somebody's next ones can't take", async () => {
    const turns = openTurns({ ...EVERYTHING, at_once: 2, at_once_each: 1 })
    const { started, of, end } = works()
    for (const name of ['a1', 'a2', 'b1']) void turns.take(name.slice(0, 1), of(name))
    await end('')
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'a2'])
  })
  it('leave places to other addresses, however many people share one', async () => {
    const turns = openTurns({ ...EVERYTHING, at_once: 3, at_once_from: 2 })
    const { started, of, end } = works()
    for (const name of ['a1', 'b1', 'c1']) void turns.take(name.slice(0, 1), of(name), { from: '192.0.2.1' })
    await end('')
    expect(started).toEqual(['a1', 'b1'])
    void turns.take('d', of('d1'), { from: '192.0.2.2' })
    await end('')
    expect(started).toEqual(['a1', 'b1', 'd1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'd1', 'c1'])
  })
  it('may let the newest go first, and those who had no turn lately before them', async () => {
    const turns = openTurns({ ...EVERYTHING, newest_first: true })
    const { started, of, end } = works()
    for (const name of ['a1', 'b1', 'c1', 'd1', 'a2']) void turns.take(name.slice(0, 1), of(name))
    for (const name of ['a1', 'd1', 'c1', 'b1', 'a2']) await end(name)
    expect(started).toEqual(['a1', 'd1', 'c1', 'b1', 'a2'])
  })
  it('let those go first who are said to', async () => {
    const turns = openTurns(EVERYTHING)
    const { started, of, end } = works()
    void turns.take('a', of('a'))
    void turns.take('b', of('b'))
    void turns.take('c', of('c'), { first: true })
    for (const name of ['a', 'c', 'b']) await end(name)
    expect(started).toEqual(['a', 'c', 'b'])
  })
  it('are refused to whoever would be last when too many wait, with when to come back', async () => {
    const turns = openTurns({ ...EVERYTHING, waiting: 2 })
    const { of, end } = works()
    void turns.take('a', of('a1'))
    void turns.take('a', of('a2'))
    const greedy = turns.take('a', of('a3'))
    const other = turns.take('b', of('b1'))
    await expect(greedy).rejects.toMatchObject({
      status: 503,
      code: 'common.busy',
      headers: { 'retry-after': '1' },
    })
    await end('a1')
    await end('b1')
    expect(await other).toBe('b1')
  })
  it('are refused to somebody who waits for too many already', async () => {
    const turns = openTurns({ ...EVERYTHING, waiting_each: 1 })
    const { of } = works()
    void turns.take('a', of('a1'))
    void turns.take('a', of('a2'))
    await expect(turns.take('a', of('a3'))).rejects.toMatchObject({ code: 'common.busy' })
  })
  it('are refused to whoever waited for too long', async () => {
    const turns = openTurns({ ...EVERYTHING, patience_ms: 1 })
    const { started, of } = works()
    void turns.take('a', of('a'))
    await expect(turns.take('b', of('b'))).rejects.toMatchObject({ code: 'common.busy' })
    expect(started).toEqual(['a'])
  })
  it('are given back by whoever leaves', async () => {
    const turns = openTurns(EVERYTHING)
    const { started, of, end } = works()
    const leaving = new AbortController()
    void turns.take('a', of('a'))
    const left = turns.take('b', of('b'), { signal: leaving.signal })
    void turns.take('c', of('c'))
    leaving.abort()
    await expect(left).rejects.toMatchObject({ status: 499 })
    await end('a')
    expect(started).toEqual(['a', 'c'])
    expect(turns.waiting()).toBe(0)
    await expect(turns.take('b', of('b'), { signal: leaving.signal })).rejects.toMatchObject({ status: 499 })
  })
  it('go on after one that failed', async () => {
    const turns = openTurns(EVERYTHING)
    const failed = turns.take('a', () => Promise.reject(new Error('no')))
    const after = turns.take('b', async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await after).toBe('yes')
  })
})
