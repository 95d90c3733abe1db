import { and, eq, sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { machine } from '#core/server/steps.ts'
import { type Cause, post } from '#features/ledger/commands.ts'
import { type Account, move } from '#features/ledger/rules.ts'
import { expiryOf, PACKAGE_STEPS, REVIVED_DAYS } from '../rules.ts'
import { lesson_holidays, lesson_packages } from '../table.ts'
import { creditsOf, lessonSubject, type PackageRow, packageSubject } from './queries.ts'

/*
 * Credits: lessons that were bought together, counted in the ledger. Each package has accounts of its own; what it was
 * made of is what is left, spent and expired, because its postings sum to zero. Whoever moves one has locked the package.
 */

export const packageSteps = machine({
  table: lesson_packages,
  column: 'state',
  steps: PACKAGE_STEPS,
  moved_on: 'lessons.moved_on',
})

const account = (id: number, kind: Account['kind']): Account => ({
  ...{ owner_kind: 'package', owner_id: id, kind, currency: 'LESSON' },
})

/** A package, locked: nobody else moves its credits until the transaction ends. @throws Refusal 404 */
export async function lockPackage(work: Work, id: number): Promise<PackageRow> {
  const [row] = await work.db.select().from(lesson_packages).where(eq(lesson_packages.id, id)).for('update')
  if (!row) throw notFound()
  return row
}

/** How many lessons of a package can still be booked. */
export const leftOf = async (work: Work, id: number): Promise<number> =>
  (await creditsOf(work.db, [id])).get(id)?.left ?? 0

/** When a package that begins now runs out: later by the holidays of its teacher that are said already. */
async function laterBy(work: Work, project_id: number, expires_at: string): Promise<string> {
  const at = sql`${work.now.toISOString()}::timestamptz`
  const span = sql`tstzrange(${at}, ${expires_at}::timestamptz)`
  const [said] = await work.db
    .select({
      seconds: sql<number>`coalesce(sum(extract(epoch from upper(${lesson_holidays.during})
        - greatest(lower(${lesson_holidays.during}), ${at}))), 0)`.mapWith(Number),
    })
    .from(lesson_holidays)
    .where(and(eq(lesson_holidays.project_id, project_id), sql`${lesson_holidays.during} && ${span}`))
  return new Date(Date.parse(expires_at) + (said?.seconds ?? 0) * 1000).toISOString()
}

/** The credits of a package begin: they are paid, or given. */
export async function beginCredits(work: Work, row: PackageRow): Promise<PackageRow> {
  const expires_at = await laterBy(work, row.project_id, expiryOf(work.now))
  const set = { bought_at: work.now.toISOString(), expires_at }
  const active = await packageSteps.take(work, row.id, 'activate', 'system', { set })
  await post(work, [
    {
      key: `package:${row.id} bought`,
      subject: packageSubject(row.id),
      at: work.now,
      lines: move(row.size, account(row.id, 'given'), account(row.id, 'credit')),
    },
  ])
  return active
}

/**
 * Some lessons are paid by a package.
 * @param row the package, locked
 * @throws Refusal 409 `lessons.no_credit` when fewer are left
 */
export async function spendCredits(
  work: Work,
  row: PackageRow,
  lesson_ids: readonly number[],
): Promise<void> {
  if (row.state !== 'active' || (await leftOf(work, row.id)) < lesson_ids.length)
    throw new Refusal(409, 'lessons.no_credit')
  await post(
    work,
    lesson_ids.map(
      (id): Cause => ({
        key: `lesson:${id} spent`,
        subject: lessonSubject(id),
        at: work.now,
        lines: move(1, account(row.id, 'credit'), account(row.id, 'spent')),
      }),
    ),
  )
}

/** A package that something comes back to has time again. */
async function revive(work: Work, row: PackageRow): Promise<void> {
  const soonest = new Date(work.now.getTime() + REVIVED_DAYS * DAY).toISOString()
  const set = {
    expires_at: sql`greatest(${lesson_packages.expires_at}, ${soonest}::timestamptz)`,
    warned_days: null,
    ended_at: null,
  }
  if (row.state === 'expired' || row.state === 'used')
    await packageSteps.take(work, row.id, 'revive', 'system', { set })
  // Its end is past, and it waited for this lesson alone.
  else if (row.state === 'active' && Date.parse(row.expires_at ?? soonest) <= work.now.getTime())
    await work.db.update(lesson_packages).set(set).where(eq(lesson_packages.id, row.id))
}

/** A lesson's credit comes back, once. */
export async function giveCreditBack(work: Work, package_id: number, lesson_id: number): Promise<void> {
  const row = await lockPackage(work, package_id)
  await post(work, [
    {
      key: `lesson:${lesson_id} back`,
      subject: lessonSubject(lesson_id),
      at: work.now,
      lines: move(1, account(row.id, 'spent'), account(row.id, 'credit')),
    },
  ])
  await revive(work, row)
}

/** A package gets one lesson more, for one that its teacher cancelled. */
export async function giveOneMore(work: Work, package_id: number, lesson_id: number): Promise<void> {
  const row = await lockPackage(work, package_id)
  await post(work, [
    {
      key: `lesson:${lesson_id} more`,
      subject: lessonSubject(lesson_id),
      at: work.now,
      lines: move(1, account(row.id, 'given'), account(row.id, 'credit')),
    },
  ])
  await revive(work, row)
}

/** What is left of a package runs out. @returns how many lessons did */
export async function expireCredits(work: Work, row: PackageRow, step: 'expire' | 'refund'): Promise<number> {
  const left = await leftOf(work, row.id)
  if (left > 0)
    await post(work, [
      {
        // A package that was revived may run out again.
        key: `package:${row.id} ${step} ${row.expires_at}`,
        subject: packageSubject(row.id),
        at: work.now,
        lines: move(left, account(row.id, 'credit'), account(row.id, 'expired')),
      },
    ])
  return left
}

/** While a teacher is away their packages wait: they last longer by that much, and are warned of anew. */
export async function freezeCredits(
  work: Work,
  project_id: number,
  { from, ms }: { from: string; ms: number },
): Promise<void> {
  await work.db
    .update(lesson_packages)
    .set({
      expires_at: sql`${lesson_packages.expires_at} + make_interval(secs => ${ms / 1000})`,
      warned_days: null,
    })
    .where(
      and(
        eq(lesson_packages.project_id, project_id),
        eq(lesson_packages.state, 'active'),
        sql`${lesson_packages.expires_at} > ${from}::timestamptz`,
      ),
    )
}
