import { rmSync } from 'node:fs'
import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { gather } from '#core/server/events.ts'
import { transaction } from '#core/server/work.ts'
import { grant } from './commands.ts'
import { type DeskKind, deskKinds, type WaitingSheet } from './queries.queue.ts'
import { staffIn } from './staff.fixture.ts'
import { staff_log } from './table.ts'

/*
 * Whatever staff does stays in the log: of every act of every kind, who did what to what, and when; of what was refused,
 * nothing. What an act does is its feature's matter and stands still here, so that a kind that is added is held to it too.
 */

const QUEUE = '/api/staff/queue/'
const ID = 41

let t: TestApp
let marta: Person
let jose: Person
let kinds: readonly DeskKind[]
/** Time stands still, so that when something was done can be told to the millisecond. */
let at = Date.now()

beforeAll(async () => {
  t = await testApp()
  vi.spyOn(t.clock, 'now').mockImplementation(() => new Date(at))
  marta = await staffIn(t)
  jose = await staffIn(t, 'José Xol')
  await t.allProve()
  kinds = await gather({ app: t.app, db: t.db, now: t.clock.now() }, deskKinds, {})
})
afterAll(async () => {
  vi.restoreAllMocks()
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const log = () => t.db.select().from(staff_log).orderBy(asc(staff_log.id))
/** What a step adds to the log. */
async function added(step: () => Promise<unknown>) {
  const before = await log()
  await step()
  return (await log()).slice(before.length)
}
const decideOn = (who: Person, kind: DeskKind, act: string, text = 'Lo revisamos') =>
  who.post(`${QUEUE}${kind.kind}/${ID}/decide/`, { act, text })
const actsOf = (kind: DeskKind) => Object.entries(kind.acts)
const everyAct = () => kinds.flatMap((kind) => actsOf(kind).map(([name, act]) => ({ kind, name, act })))
const aboutOf = ({ kind, about = kind }: DeskKind) => `${about}:${ID}`
const now = () => new Date(at).toISOString()

const row = { id: ID, title: 'Algo', who: null, since: '2026-01-01T00:00:00.000Z', urgent: false }
/** One of each kind waits, and its acts do nothing. */
function eachWaits(sheet: WaitingSheet | null = { row, facts: [] }) {
  for (const kind of kinds) vi.spyOn(kind, 'sheet').mockResolvedValue(sheet)
  for (const { act } of everyAct()) vi.spyOn(act, 'decide').mockResolvedValue()
}

describe('the log of staff', () => {
  it('knows these acts: one that is added is added here knowingly', () => {
    expect(Object.fromEntries(kinds.map((kind) => [kind.kind, Object.keys(kind.acts)]))).toEqual({
      identity: [
        'accept',
        'refuse_unreadable',
        'refuse_name_differs',
        'refuse_expired',
        'refuse_incomplete',
        'refuse_not_a_document',
        'refuse_not_genuine',
      ],
      charge: ['confirm', 'fail'],
      fees: ['confirm', 'fail'],
      payment: ['find', 'miss'],
      dispute: ['find', 'miss'],
      lesson_payment: ['find', 'miss'],
      message: ['keep', 'remove'],
      profile: ['keep', 'hide'],
      review: ['keep', 'hide'],
      ticket: ['answer', 'resolve'],
    })
  })

  it('keeps of each act who did it, what it was about and when, and the reason where one is asked for', async () => {
    eachWaits()
    for (const { kind, name, act } of everyAct()) {
      at += 1000
      const rows = await added(async () => {
        const { status, text } = await decideOn(marta, kind, name)
        expect(status, `${kind.kind}.${name}: ${text}`).toBe(200)
      })
      expect(rows).toMatchObject([
        {
          user_id: marta.id,
          console_name: null,
          act: `${kind.kind}.${name}`,
          subject: aboutOf(kind),
          reason: act.isReason && act.text !== 'none' ? 'Lo revisamos' : '',
          created_at: now(),
        },
      ])
    }
  })

  it('keeps of each kind who took it and who left it', async () => {
    eachWaits()
    for (const kind of kinds) {
      // What else happens to one that is taken is its feature's matter as well.
      if (kind.taken) vi.spyOn(kind, 'taken').mockResolvedValue()
      for (const step of ['take', 'leave']) {
        at += 1000
        const rows = await added(() => marta.post(`${QUEUE}${kind.kind}/${ID}/${step}/`))
        expect(rows, `${kind.kind}.${step}`).toMatchObject([
          {
            user_id: marta.id,
            act: `${kind.kind}.${step}`,
            subject: aboutOf(kind),
            reason: '',
            created_at: now(),
          },
        ])
      }
    }
  })

  it('keeps whom somebody looked up and why, and who got the desk and lost it', async () => {
    const subject = `user:${jose.id}`
    const reason = 'Pregunta por su pago'
    expect(await added(() => marta.post('/api/staff/look-ups/', { subject, reason }))).toMatchObject([
      { user_id: marta.id, act: 'staff.look_up', subject, reason, created_at: now() },
    ])
    const luz = await staffIn(t, 'Luz Cux')
    for (const [isGiven, act] of [
      [false, 'staff.revoke'],
      [true, 'staff.grant'],
    ] as const) {
      const rows = await added(() =>
        transaction(t.app, t.clock.now(), (work) => grant(work, luz.email, 'Consola', isGiven)),
      )
      expect(rows).toMatchObject([
        { user_id: null, console_name: 'Consola', act, subject: `user:${luz.id}`, created_at: now() },
      ])
    }
  })
})

describe('what was refused', () => {
  const refusedEach = async (
    why: string,
    status: number,
    call: (kind: DeskKind, name: string) => Promise<{ status: number }>,
  ) => {
    const rows = await added(async () => {
      for (const { kind, name } of everyAct())
        expect((await call(kind, name)).status, `${why}: ${kind.kind}.${name}`).toBe(status)
    })
    expect(rows, why).toEqual([])
  }

  it('leaves nothing in the log, whatever it was refused for', async () => {
    const ana = await t.person('TALENT_HUNTER')
    eachWaits()
    await refusedEach('no grant', 403, (kind, name) => decideOn(ana, kind, name))
    await refusedEach('no such act', 422, (kind) => decideOn(marta, kind, 'no_such_act'))
    for (const { act } of everyAct())
      vi.spyOn(act, 'decide').mockRejectedValue(new Refusal(409, 'staff.moved_on'))
    await refusedEach('its feature refuses', 409, (kind, name) => decideOn(marta, kind, name))
    eachWaits({ row, facts: [], related: [`user:${marta.id}`] })
    await refusedEach('about oneself', 403, (kind, name) => decideOn(marta, kind, name))
    eachWaits(null)
    await refusedEach('decided already', 409, (kind, name) => decideOn(marta, kind, name))
  })

  it('nor does an act without the words that it needs', async () => {
    eachWaits()
    const needy = everyAct().filter(({ act }) => act.text === 'required')
    expect(needy.length).toBeGreaterThan(0)
    const rows = await added(async () => {
      for (const { kind, name } of needy) expect((await decideOn(marta, kind, name, ' ')).status).toBe(422)
    })
    expect(rows).toEqual([])
  })

  it('nor what somebody else has taken, a file that isn’t there, or a reason too short to say anything', async () => {
    eachWaits()
    for (const kind of kinds) {
      if (kind.taken) vi.spyOn(kind, 'taken').mockResolvedValue()
      if (kind.file) vi.spyOn(kind, 'file').mockRejectedValue(notFound())
      await jose.post(`${QUEUE}${kind.kind}/${ID}/take/`)
    }
    await refusedEach('taken', 409, (kind, name) => decideOn(marta, kind, name))
    const rows = await added(async () => {
      for (const { kind } of kinds) {
        const path = `${QUEUE}${kind}/${ID}/`
        expect((await marta.post(`${path}take/`)).status).toBe(409)
        expect((await marta.post(`${path}leave/`)).status).toBe(409)
        expect((await marta.get(`${path}files/1/`)).status).toBe(404)
      }
      for (const body of [
        { subject: `user:${jose.id}`, reason: 'x' },
        { subject: 'user:999999', reason: 'Pregunta por su pago' },
      ])
        expect((await marta.post('/api/staff/look-ups/', body)).status).toBeGreaterThanOrEqual(400)
    })
    expect(rows).toEqual([])
  })
})
