import { and, eq, lte, or } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, takeTurns } from '#core/server/db.ts'
import { setStaff } from '#features/accounts/commands.staff.ts'
import { userByEmail } from '#features/accounts/queries.ts'
import type { StoredFile } from '#features/files/queries.attachments.ts'
import type { Decision, LookedUp, LookUp } from './contract.ts'
import { lookedUp } from './queries.lookUps.ts'
import { type DeskKind, deskKind, takenSince } from './queries.queue.ts'
import { staff_log, staff_takes } from './table.ts'

/** Who acts: somebody with the grant, or whoever gives a name at the server's console. */
export type StaffActor = { user_id: number } | { console_name: string }

const isPerson = (actor: StaffActor): actor is { user_id: number } => 'user_id' in actor

/** Writes down what staff did, in the transaction that does it. */
async function log(
  work: Work,
  actor: StaffActor,
  act: string,
  { about, reason = '' }: { about: string | null; reason?: string },
): Promise<void> {
  await work.db
    .insert(staff_log)
    .values({ ...actor, act, subject: about, reason, created_at: work.now.toISOString() })
}

const aboutOf = ({ kind, about = kind }: DeskKind, id: number) => subject(about, id)

interface Item {
  kind: string
  id: number
}

/** @throws Refusal 409 `staff.taken` when somebody else has it */
async function take(work: Work, user_id: number, { kind, id }: Item): Promise<void> {
  const mine = { user_id, taken_at: work.now.toISOString() }
  const [taken] = await work.db
    .insert(staff_takes)
    .values({ kind, item_id: id, ...mine })
    .onConflictDoUpdate({
      target: [staff_takes.kind, staff_takes.item_id],
      set: mine,
      setWhere: or(eq(staff_takes.user_id, user_id), lte(staff_takes.taken_at, takenSince(work.now))),
    })
    .returning({ item_id: staff_takes.item_id })
  if (!taken) throw new Refusal(409, 'staff.taken')
}

const release = (db: Db, { kind, id }: Item, user_id?: number) =>
  db
    .delete(staff_takes)
    .where(
      and(
        eq(staff_takes.kind, kind),
        eq(staff_takes.item_id, id),
        user_id === undefined ? undefined : eq(staff_takes.user_id, user_id),
      ),
    )
    .returning({ item_id: staff_takes.item_id })

/**
 * Takes one of what waits, so that two don't work on it.
 * @throws Refusal 404 for no such kind, 409 when it doesn't wait any more or somebody else has it
 */
export async function takeOne(work: Work, user_id: number, item: Item): Promise<void> {
  const kind = await deskKind(work, item.kind)
  await take(work, user_id, item)
  if (!(await kind.sheet(work, item.id))) throw new Refusal(409, 'staff.moved_on')
  await kind.taken?.(work, item.id)
  await log(work, { user_id }, `${item.kind}.take`, { about: aboutOf(kind, item.id) })
}

/** Leaves what somebody has taken to others. @throws Refusal 404 for no such kind, 409 when they haven't taken it */
export async function leaveOne(work: Work, user_id: number, item: Item): Promise<void> {
  const kind = await deskKind(work, item.kind)
  const released = await release(work.db, item, user_id)
  if (released.length === 0) throw new Refusal(409, 'staff.moved_on')
  await log(work, { user_id }, `${item.kind}.leave`, { about: aboutOf(kind, item.id) })
}

/**
 * Decides one of what waits, by a command of its feature, and writes down who did. Of two who decide at once one waits,
 * and then finds that it doesn't wait any more. At the console, what isn't in the queue may be decided too: the feature's
 * command says what can be done.
 * @throws Refusal 404 for no such kind or thing, 403 `staff.own` for what is about oneself, 422 for no such act, a missing
 * text or one that is too long, 409 when it was decided or somebody else has it
 */
export async function decide(work: Work, actor: StaffActor, item: Item, decision: Decision): Promise<void> {
  const kind = await deskKind(work, item.kind)
  const act = Object.hasOwn(kind.acts, decision.act) ? kind.acts[decision.act] : undefined
  const wrong = (field: string, key: string, values?: { count: number }) =>
    new Refusal(422, 'common.invalid', { fields: { [field]: { key, ...(values ? { values } : {}) } } })
  if (!act) throw wrong('act', 'validation.option')
  const text = act.text === 'none' ? '' : decision.text
  if (act.text === 'required' && text === '') throw wrong('text', 'validation.required')
  if (act.most !== undefined && text.length > act.most)
    throw wrong('text', 'validation.max_length', { count: act.most })
  // At the console nothing is taken: these wait here for each other, and for whoever decides on a page.
  await takeTurns(work.db, `staff:${item.kind}`, [item.id])
  if (isPerson(actor)) {
    await take(work, actor.user_id, item)
    const sheet = await kind.sheet(work, item.id)
    if (!sheet) throw new Refusal(409, 'staff.moved_on')
    const isOwn =
      sheet.related?.includes(subject('user', actor.user_id)) || sheet.parties?.includes(actor.user_id)
    if (isOwn) throw new Refusal(403, 'staff.own')
  }
  await act.decide(work, item.id, {
    by: isPerson(actor) ? subject('user', actor.user_id) : actor.console_name,
    user_id: isPerson(actor) ? actor.user_id : null,
    text,
    file_ids: decision.file_ids,
  })
  await release(work.db, item)
  await log(work, actor, `${item.kind}.${decision.act}`, {
    about: aboutOf(kind, item.id),
    reason: act.isReason ? text : '',
  })
}

/**
 * Where a file is that came with something; who opens it stays in the log before a byte of it is sent. Its name doesn't: the
 * log outlives what people sent.
 * @throws Refusal 404 for no such kind or file
 */
export async function openFile(
  work: Work,
  actor: StaffActor,
  item: Item,
  file_id: number,
): Promise<StoredFile> {
  const kind = await deskKind(work, item.kind)
  const file = await kind.file?.(work, item.id, file_id)
  if (!file) throw notFound()
  await log(work, actor, `${item.kind}.open_file`, { about: aboutOf(kind, item.id) })
  return file
}

/** Opens something to read; why stays in the log. @throws Refusal 404 */
export async function lookUp(
  work: Work,
  viewer: { id: number },
  language: Language,
  { subject: about, reason }: LookUp,
): Promise<LookedUp> {
  const opened = await lookedUp(work, language, about)
  await log(work, { user_id: viewer.id }, 'staff.look_up', { about, reason })
  return opened
}

/**
 * Gives somebody the desk, or takes it away. Only the server's console does: no endpoint leads here.
 * @param by the name that was typed
 * @throws Refusal 404 for no such account, 409 when it isn't verified, or it is so already
 */
export async function grant(work: Work, email: string, by: string, isGiven: boolean): Promise<number> {
  const user = await userByEmail(work.db, email)
  if (!user || user.deleted_at) throw notFound()
  if (isGiven && !user.verified) throw new Refusal(409, 'access.unverified')
  await setStaff(work, user.id, isGiven)
  if (!isGiven) await work.db.delete(staff_takes).where(eq(staff_takes.user_id, user.id))
  await log(work, { console_name: by }, `staff.${isGiven ? 'grant' : 'revoke'}`, {
    about: subject('user', user.id),
  })
  return user.id
}

/** Leaves what somebody had taken to others, with their account. What they did stays in the log, without their name. */
export async function leaveAll(db: Db, user_id: number): Promise<void> {
  await db.delete(staff_takes).where(eq(staff_takes.user_id, user_id))
}
