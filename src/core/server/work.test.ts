import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { App, Effect } from './app.ts'
import { testDatabase } from './testing.ts'
import { atEnd, collect, eachOf, savepoint, transaction } from './work.ts'

const NOW = new Date('2030-01-01T00:00:00Z')

let database: Awaited<ReturnType<typeof testDatabase>>
let app: App
beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(sql`create table notes (note text primary key)`)
  app = { db: database.db } as App
})
afterAll(() => database.drop())

const ran: string[] = []
beforeEach(async () => {
  ran.length = 0
  await database.db.execute(sql`delete from notes`)
})

const notes = async () => {
  const { rows } = await database.db.execute<{ note: string }>(sql`select note from notes order by note`)
  return rows.map(({ note }) => note)
}

/** Declared before its feeder and named after it: neither decides, only `feeds` does. */
const signals = atEnd<number>('a.signals', async (_work, items) => {
  ran.push(`signals ${items.join(' ')}`)
})
const messages = atEnd<string>(
  'b.messages',
  async (work, items) => {
    ran.push(`messages ${items.join(' ')}`)
    for (const item of items) await work.db.execute(sql`insert into notes values (${item})`)
    collect(work, signals, [items.length])
  },
  { feeds: [signals] },
)

it('what is collected runs once, at the end, in the same transaction', async () => {
  const answer = await transaction(app, NOW, async (work) => {
    collect(work, messages, ['one'])
    collect({ ...work, now: new Date() }, messages, ['two', 'three'])
    ran.push('written')
    return 'answered'
  })
  expect(answer).toBe('answered')
  expect(ran).toEqual(['written', 'messages one two three', 'signals 3'])
  expect(await notes()).toEqual(['one', 'three', 'two'])
})

it('whoever feeds another effect runs before it, whatever was collected first', async () => {
  await transaction(app, NOW, async (work) => {
    collect(work, signals, [7])
    collect(work, messages, ['one'])
  })
  expect(ran).toEqual(['messages one', 'signals 7 1'])
})

it('a write that fails runs none of them; an effect that fails undoes the write', async () => {
  const failed = transaction(app, NOW, async (work) => {
    collect(work, messages, ['one'])
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(ran).toEqual([])
  const undone = transaction(app, NOW, async (work) => {
    await work.db.execute(sql`insert into notes values ('written')`)
    collect(work, messages, ['twice', 'twice'])
  })
  await expect(undone).rejects.toThrow()
  expect(await notes()).toEqual([])
})

it('an effect that adds to itself for ever is refused', async () => {
  const endless: Effect<number> = atEnd<number>('c.endless', async (work, [n = 0]) =>
    collect(work, endless, [n + 1]),
  )
  const refused = transaction(app, NOW, async (work) => {
    await work.db.execute(sql`insert into notes values ('written')`)
    collect(work, endless, [0])
  })
  await expect(refused).rejects.toThrow('c.endless')
  expect(await notes()).toEqual([])
})

it('a part that fails by itself takes with it what it collected', async () => {
  await transaction(app, NOW, async (work) => {
    collect(work, messages, ['before'])
    await savepoint(work, async (part) => {
      await part.db.execute(sql`insert into notes values ('undone')`)
      collect(part, messages, ['undone too'])
      throw new Error('no')
    }).catch(() => {})
    await savepoint(work, async (part) => collect(part, messages, ['after']))
  })
  expect(ran).toEqual(['messages before after', 'signals 2'])
  expect(await notes()).toEqual(['after', 'before'])
})

it('nothing is collected once the transaction has ended', async () => {
  const escaped = await transaction(app, NOW, async (work) => work)
  expect(() => collect(escaped, messages, ['late'])).toThrow('ended')
})

it('two transactions that deadlock both come through, each with its effects once', async () => {
  await database.db.execute(sql`insert into notes values ('a'), ('b')`)
  const both = [
    ['a', 'b'],
    ['b', 'a'],
  ].map((order) =>
    transaction(app, NOW, async (work) => {
      for (const note of order) {
        await work.db.execute(sql`update notes set note = note where note = ${note}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      collect(work, signals, [1])
    }),
  )
  await Promise.all(both)
  expect(ran).toEqual(['signals 1', 'signals 1'])
})

it('a sweep goes on past what fails, and says so at its end', async () => {
  const swept = eachOf({ app, now: NOW }, [1, 2, 3], async (work, n) => {
    if (n === 2) throw new Error('not this one')
    collect(work, messages, [`n${n}`])
  })
  await expect(swept).rejects.toThrow(AggregateError)
  expect(await notes()).toEqual(['n1', 'n3'])
})
