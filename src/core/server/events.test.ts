import { expect, it } from 'vitest'
import type { App, Reading, Work } from './app.ts'
import { contribute, domainEvent, extensionPoint, gather, raise, reactionsOf, when } from './events.ts'

const saved = domainEvent<{ id: number }>('test.saved')
const other = domainEvent<{ id: number }>('test.other')
const totals = extensionPoint<{ id: number }, { kind: string; count: number }>('test.totals')

const within = (list: Parameters<typeof reactionsOf>[0]) => {
  const app = { reactions: reactionsOf(list) } as App
  return { app, now: new Date() } as Work & Reading
}

it('an event reaches every listener, one after the other', async () => {
  const order: string[] = []
  const work = within([
    when(saved, async (_work, { id }) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      order.push(`first ${id}`)
    }),
    when(other, async () => void order.push('other')),
    when(saved, async (_work, { id }) => void order.push(`second ${id}`)),
  ])
  await raise(work, saved, { id: 7 })
  expect(order).toEqual(['first 7', 'second 7'])
})

it('a reaction that fails fails whoever raised it', async () => {
  const work = within([
    when(saved, async () => {
      throw new Error('no')
    }),
  ])
  await expect(raise(work, saved, { id: 7 })).rejects.toThrow('no')
})

it('an extension point gathers what the features add, in their order; nothing where nobody adds', async () => {
  const reading = within([
    contribute(totals, async (_reading, { id }) => [{ kind: 'quotes', count: id }]),
    contribute(totals, async () => []),
    contribute(totals, async () => [
      { kind: 'agreements', count: 1 },
      { kind: 'agreements', count: 2 },
    ]),
  ])
  expect(await gather(reading, totals, { id: 3 })).toEqual([
    { kind: 'quotes', count: 3 },
    { kind: 'agreements', count: 1 },
    { kind: 'agreements', count: 2 },
  ])
  expect(await gather(within([]), totals, { id: 3 })).toEqual([])
})
