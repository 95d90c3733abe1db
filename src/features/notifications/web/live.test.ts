import { expect, it, vi } from 'vitest'
import { eventsIn, followStream, type StreamEvent } from './live.ts'

it('finds whole events however the bytes arrive', () => {
  const sent = 'event: ready\nid: 1\ndata: {}\n\n: \n\nevent: notification\nid: 2\ndata: {"id":2}\n\n'
  for (let cut = 0; cut <= sent.length; cut++) {
    const first = eventsIn(sent.slice(0, cut))
    const second = eventsIn(first.rest + sent.slice(cut))
    expect([...first.events, ...second.events]).toEqual([
      { name: 'ready', id: 1 },
      { name: 'notification', id: 2 },
    ])
    expect(second.rest).toBe('')
  }
})

it('comes back with the last id it saw, and ever more rarely to a server that does not answer', async () => {
  vi.useFakeTimers()
  try {
    const asked: { last_id: number | null; at: number }[] = []
    const began = Date.now()
    const answers = [
      () => new Response('event: ready\nid: 4\ndata: {}\n\nevent: notification\nid: 7\ndata: {}\n\n'),
      () => new Response('event: changed\ndata: {}\n\n'),
      () => new Response('busy', { status: 503 }),
      () => Promise.reject(new Error('refused')),
    ]
    const stop = new AbortController()
    const seen: StreamEvent[] = []
    const following = followStream(
      async (last_id) => {
        asked.push({ last_id, at: Date.now() - began })
        const answer = answers[asked.length - 1]
        if (answer) return answer()
        stop.abort()
        throw new Error('over')
      },
      (event) => seen.push(event),
      stop.signal,
    )
    await vi.advanceTimersByTimeAsync(60_000)
    await following
    expect(asked.map(({ last_id }) => last_id)).toEqual([null, 7, 7, 7, 7])
    expect(seen.map(({ name }) => name)).toEqual(['ready', 'notification', 'changed'])
    const pauses = asked.slice(1).map(({ at }, i) => at - (asked[i]?.at ?? 0))
    for (const [i, middle] of [1000, 1000, 2000, 4000].entries()) {
      expect(pauses[i]).toBeGreaterThanOrEqual(middle / 2)
      expect(pauses[i]).toBeLessThanOrEqual(middle * 1.5 + 1)
    }
  } finally {
    vi.useRealTimers()
  }
})
