import { and, eq, isNull } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Person, TestApp } from '#app/server/testing.ts'
import { DAY, HOUR } from '#core/contract/time.ts'
import { transaction } from '#core/server/work.ts'
import { deleteAccount } from '#features/accounts/commands.deletion.ts'
import { users } from '#features/accounts/table.ts'
import { busy_times } from '#features/availability/table.ts'
import { balancesOf } from '#features/ledger/queries.ts'
import { notifications } from '#features/notifications/table.ts'
import { student, teacher } from '../scene.fixture.ts'
import type { LessonSubstitution } from './contract.substitutes.ts'
import type { Lesson, LessonPackage } from './contract.ts'
import { lessonSubject } from './queries.ts'

/* A student, who teaches them, and another teacher who could do it instead. */

const AT = '/api/lessons/'
type Teacher = Person & { service_id: number }

/** What the tests of substitutes do. @param t the app, once there is one */
export function substituting(t: () => TestApp) {
  /** 16:00 in Guatemala on a day after the clock's. */
  const slot = (day: number, hour = 22) => {
    const today = Math.floor(t().clock.now().getTime() / DAY) * DAY
    return new Date(today + day * DAY + hour * HOUR).toISOString()
  }
  const step = (who: Person, id: number, name: string) => who.post(`${AT}${id}/steps/`, { step: name })
  const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
  async function pass(ms: number) {
    t().clock.move(ms)
    await t().app.jobs.runSweeps()
  }

  /** A lesson by itself that is accepted; paid, and its money confirmed, unless said otherwise. */
  async function single(
    who: Person,
    gives: Teacher,
    starts_at: string,
    { paid = true } = {},
  ): Promise<number> {
    const { status, body } = await who.post(AT, {
      ...{ service_id: gives.service_id, kind: 'single', starts_at, note: 'Quiero tocar boleros' },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    await step(gives, body.id, 'accept')
    await who.post(`${AT}payments/lesson/${body.id}/`, { method: 'cash' })
    if (paid) await gives.post(`${AT}payments/lesson/${body.id}/confirm/`)
    return body.id
  }
  async function series(who: Person, gives: Teacher, starts: string[]) {
    const { body } = await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 4 })
    await who.post(`${AT}payments/package/${body.id}/`, { method: 'cash' })
    const pack: LessonPackage = (await gives.post(`${AT}payments/package/${body.id}/confirm/`)).body.package
    const asked = await who.post(`${AT}series/`, { package_id: pack.id, note: '', starts })
    const { series_id } = asked.body.results[0]
    const { results } = (await gives.post(`${AT}series/${series_id}/answer/`, { answer: 'accept' })).body
    return { pack, ids: (results as Lesson[]).map(({ id }) => id) }
  }
  /** A student, who teaches them, and another who teaches the same. */
  const three = async () => ({
    who: await student(t()),
    gives: await teacher(t()),
    other: await teacher(t()),
  })

  // Each from an address of their own: what one may ask in a minute isn't about all these people together.
  const propose = (by: Person, id: number, of: Teacher, more: object = {}) =>
    by.post(
      `${AT}${id}/substitutes/`,
      { service_id: of.service_id, reason: 'Viajo ese día', ...more },
      { headers: { 'x-forwarded-for': `198.51.100.${by.id % 250}` } },
    )
  const answer = (by: Person, id: number, accept: boolean) =>
    by.post(`${AT}substitutes/${id}/answer/`, { accept })
  const withdraw = (by: Person, id: number) => by.delete(`${AT}substitutes/${id}/`)
  const listed = async (by: Person): Promise<LessonSubstitution[]> =>
    (await by.get(`${AT}substitutes/`)).body.results
  const read = (by: Person, id: number) => by.get(`${AT}${id}/`)
  /** How somebody stands among who could give a lesson; undefined where they aren't. */
  const candidate = async (by: Person, id: number, of: Teacher, query: Record<string, string> = {}) => {
    const { body } = await by.get(`${AT}${id}/substitutes/`, { query: { q: of.name, ...query } })
    const found = body.results.find((one: { service_id: number }) => one.service_id === of.service_id)
    return found && { lessons: body.lessons, free: found.free }
  }
  /** Both others say yes to what is proposed of a lesson. @returns the proposal's id */
  async function handedOver(
    { who, gives, other }: Awaited<ReturnType<typeof three>>,
    id: number,
    more: object = {},
  ): Promise<number> {
    const { body, status } = await propose(gives, id, other, more)
    expect(status, JSON.stringify(body)).toBe(201)
    expect((await answer(other, body.id, true)).body.state).toBe('offered')
    expect((await answer(who, body.id, true)).body.state).toBe('accepted')
    return body.id
  }
  /** Whose time a lesson holds. */
  const holders = async (id: number) =>
    (
      await t()
        .db.select({ user_id: busy_times.user_id })
        .from(busy_times)
        .where(and(eq(busy_times.subject, lessonSubject(id)), isNull(busy_times.released_at)))
        .orderBy(busy_times.user_id)
    ).map(({ user_id }) => user_id)
  const both = (...people: Person[]) => people.map(({ id }) => id).sort((a, b) => a - b)
  /** What somebody was told of a proposal, in the order of it. */
  const told = async (by: Person, id: number) =>
    (
      await t()
        .db.select({ subject: notifications.subject })
        .from(notifications)
        .where(eq(notifications.user_id, by.id))
        .orderBy(notifications.id)
    ).flatMap(({ subject }) =>
      subject.startsWith(`lesson_substitute:${id} `) ? [subject.split(' ')[1]] : [],
    )
  /** What somebody was told, by its subject, in the order of it: in which voice, and with which values. */
  const news = async (by: Person, subject: string) =>
    (
      await t()
        .db.select({ subject: notifications.subject, params: notifications.params })
        .from(notifications)
        .where(eq(notifications.user_id, by.id))
        .orderBy(notifications.id)
    )
      .filter((one) => one.subject === subject)
      .map(({ params }) => params)
  /** Somebody's account is deleted now. */
  async function gone({ id }: Person) {
    await t().db.update(users).set({ delete_at: now().toISOString() }).where(eq(users.id, id))
    await transaction(t().app, now(), (work) => deleteAccount(work, id))
  }
  const books = async ({ project_id }: Person) =>
    Object.fromEntries(
      (await balancesOf(t().db, [{ owner_kind: 'project', owner_id: project_id ?? 0 }])).map(
        ({ kind, balance }) => [kind, balance],
      ),
    )
  const now = () => t().clock.now()
  return {
    ...{
      slot,
      step,
      refusal,
      pass,
      single,
      series,
      three,
      propose,
      answer,
      withdraw,
      listed,
      read,
      candidate,
    },
    ...{ handedOver, holders, both, told, news, gone, books, now },
  }
}
