import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Person, testApp } from '#app/server/testing.ts'
import { providing } from '#features/payments/provider.fixture.ts'
import { startStripe } from '#features/payments/stripe.fixture.ts'
import { payments } from '#features/payments/table.ts'
import { NOW, student, teacher } from '../scene.fixture.ts'
import type { Lesson, LessonPackage, LessonPayment, PaidFor } from './contract.ts'
import { lessonSubject, packageSubject } from './queries.ts'
import { substituting } from './substitutes.fixture.ts'

/* A student and a teacher where cards are taken, by a Stripe of their own. */

const AT = '/api/lessons/'
type Teacher = Person & { service_id: number }

export async function lessonCards() {
  const clock: { now?: () => Date } = {}
  const stripe = await startStripe({ now: () => clock.now?.() ?? new Date(NOW) })
  const t = await testApp({ now: NOW, max: 10, env: stripe.env })
  clock.now = () => t.clock.now()
  const provider = providing(t, stripe)
  const others = substituting(() => t)
  const { step } = others
  const cardOf = (of: PaidFor, id: number) => `${AT}payments/${of}/${id}/card/`

  return {
    ...{ ...others, ...provider, t, stripe, cardOf },
    people: async (more: Parameters<typeof teacher>[1] = {}) => ({
      who: await student(t),
      gives: await teacher(t, more),
    }),

    /** A lesson by itself that is accepted, and waits for its payment. */
    async accepted(who: Person, gives: Teacher, starts_at: string): Promise<number> {
      const { status, body } = await who.post(AT, {
        ...{ service_id: gives.service_id, kind: 'single', starts_at, note: '' },
      })
      expect(status, JSON.stringify(body)).toBe(201)
      await step(gives, body.id, 'accept')
      return body.id
    },
    async ordered(who: Person, gives: Teacher): Promise<number> {
      const { status, body } = await who.post(`${AT}packages/`, { service_id: gives.service_id, size: 4 })
      expect(status, JSON.stringify(body)).toBe(201)
      return body.id
    },
    /** Lessons of a package, accepted. */
    async lessonsOf(who: Person, gives: Teacher, package_id: number, starts: string[]): Promise<number[]> {
      const asked = await who.post(`${AT}series/`, { package_id, note: '', starts })
      expect(asked.status, JSON.stringify(asked.body)).toBe(201)
      const { series_id } = asked.body.results[0]
      const { body } = await gives.post(`${AT}series/${series_id}/answer/`, { answer: 'accept' })
      return (body.results as Lesson[]).map(({ id }) => id)
    },
    /** Somebody's account at the provider, with all that was missing; what is for accounts with a second factor is theirs. */
    async readyAccount(person: Person, project_id: number) {
      await t.secondFactor(person)
      return provider.readyAccount(person, project_id)
    },
    /** Asks for a page, as often as it takes. */
    ask: (who: Pick<Person, 'post'>, of: PaidFor, id: number) =>
      who.post(cardOf(of, id), undefined, provider.elsewhere()),
    begin: (who: Person, of: PaidFor, id: number) => provider.beginAt(who, cardOf(of, id)),
    /** Paid by card, and told. */
    async pay(who: Person, of: PaidFor, id: number) {
      stripe.pay(await provider.beginAt(who, cardOf(of, id)))
      await provider.deliver()
    },
    lesson: async (by: Person, id: number): Promise<Lesson> => (await by.get(`${AT}${id}/`)).body,
    /** A package as its student's desk has it. */
    async pack(by: Person, id: number): Promise<LessonPackage> {
      const { packages } = (await by.get(`${AT}desk/`)).body as { packages: LessonPackage[] }
      const found = packages.find((one) => one.id === id)
      if (!found) throw new Error(`the desk has no package ${id}`)
      return found
    },
    /** The rows of what was paid, and of what goes back; a package that is over is on no desk. */
    rows: (of: PaidFor, id: number) =>
      t.db
        .select()
        .from(payments)
        .where(eq(payments.subject, of === 'lesson' ? lessonSubject(id) : packageSubject(id)))
        .orderBy(payments.id),
    /** A page at the provider, as it was begun. */
    page: (session: string): Record<string, unknown> =>
      stripe.find('checkout.session', session, 'checkout.session'),
    paid: ({ payments }: { payments: LessonPayment[] }) => payments.find(({ is_refund }) => !is_refund),
    refund: ({ payments }: { payments: LessonPayment[] }) => payments.find(({ is_refund }) => is_refund),
    booksOf: (of: PaidFor, id: number) =>
      provider.booked(of === 'lesson' ? lessonSubject(id) : packageSubject(id)),

    /** So much time goes by, and what the clock does is done, and told by the provider. */
    async pass(ms: number) {
      t.clock.move(ms)
      await t.app.jobs.runSweeps()
      await t.app.jobs.drain()
      await provider.deliver()
    },
    /** Until so long after an instant. */
    async passTo(instant: string, ms: number) {
      await this.pass(Date.parse(instant) + ms - t.clock.now().getTime())
    },
    /** What went on to projects' accounts, by account. */
    sentTo: (account: string) =>
      stripe
        .all('transfer')
        .filter(({ destination }) => destination === account)
        .reduce((sum, { amount }) => sum + Number(amount), 0),
    /** The last charge is asked back by its payer's bank; won or lost. */
    async dispute(end?: 'won' | 'lost') {
      const { id } = stripe.dispute(stripe.all('charge').at(-1)?.id ?? '')
      await provider.deliver()
      if (!end) return id
      stripe.endDispute(id, end)
      await provider.deliver()
      return id
    },
    async close() {
      await t.close()
      await stripe.stop()
    },
  }
}
