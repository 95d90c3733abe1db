import { Refusal } from '#core/contract/errors.ts'
import { parseSubject } from '#core/contract/subject.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import { wordsFor } from '#core/server/audience.ts'
import type { ReadContext } from '#core/server/route.ts'
import { transaction } from '#core/server/work.ts'
import type { Said } from '#features/payments/commands.moves.ts'
import { beginPage, checkPage, endPage, pageAddress } from '#features/payments/commands.pages.ts'
import { type Heard, heed } from '#features/payments/commands.provider.ts'
import * as payments from '#features/payments/commands.ts'
import { type PaymentRow, paymentsFor } from '#features/payments/queries.ts'
import { mayStep } from '#features/payments/rules.ts'
import type { Side } from '../contract.ts'
import { lockToCome, revokePackage } from './commands.packages.ts'
import { assertOpen, follow, isUnpaid, lockPaid, lockSubject } from './commands.payments.ts'
import { end } from './commands.steps.ts'
import { type CardVoice, tell, tellOfPackage } from './commands.telling.ts'
import type { PaidFor } from './contract.ts'
import { lessonOf, lessonSubject, packageOf, packageSubject } from './queries.ts'

/* Lessons and packages that are paid by card: begun by the student, settled by what the provider says of them. */

/** Who reads, and what they wrote the call with. */
type Caller = Pick<ReadContext, 'app' | 'now' | 'viewer' | 'language'>

/** Whether anything is still to be paid for it: what ended before it was paid needn't be. */
const isStillPaid = ({ lesson, pack }: Awaited<ReturnType<typeof lockPaid>>): boolean =>
  lesson ? lesson.ended_at === null || lesson.is_charged : pack?.state === 'ordered'

/**
 * The student pays by card. Pressed twice, or in two windows, it is one page of the provider's.
 * @returns where the browser goes
 * @throws Refusal 404 when it isn't theirs, 403 for who teaches, 409 when nothing is to be paid, it is said otherwise, or cards
 * aren't taken; 503 when the provider doesn't answer
 */
export async function payByCard(
  { app, now, viewer, language }: Caller,
  of: PaidFor,
  id: number,
): Promise<string> {
  const page = await transaction(app, now, async (work) => {
    const locked = await lockPaid(work, viewer.id, of, id)
    const { side, one } = locked
    if (side !== 'student') throw new Refusal(403, 'lessons.student_pays')
    assertOpen(one)
    if (one.kind === 'refund') throw new Refusal(409, 'lessons.no_payment')
    if (!isStillPaid(locked)) throw new Refusal(409, 'lessons.moved_on')
    if (!mayStep('declare', one.state) && one.method !== 'card')
      throw new Refusal(409, 'lessons.payment_said')
    const { teacher, size } =
      of === 'lesson'
        ? { ...(await lessonOf(work.db, viewer.id, id, now)), size: 1 }
        : await packageOf(work.db, viewer.id, id)
    return beginPage(work, one, {
      title: app.texts.say(language, `functionality:lessons.card.item_${of}`, {
        name: wordsFor(teacher.name ?? '', { open: false }),
        count: size,
      }),
      language,
      return_url: `${app.config.public_url}${of === 'lesson' ? '/calendar?lesson=' : '/student?package='}${id}`,
    })
  })
  return pageAddress(app, page.id)
}

/** The payment of a lesson or a package, for who pays it; undefined where there is none. @throws Refusal 404, 403 */
async function paidBy({ app, now, viewer }: Caller, of: PaidFor, id: number) {
  const { side } =
    of === 'lesson' ? await lessonOf(app.db, viewer.id, id, now) : await packageOf(app.db, viewer.id, id)
  if (side !== 'student') throw new Refusal(403, 'lessons.student_pays')
  const about = of === 'lesson' ? lessonSubject(id) : packageSubject(id)
  return (await paymentsFor(app.db, [about])).get(about)?.find(({ kind }) => kind === 'balance')
}

/** Asks the provider now; nothing where no card's payment is open. @throws Refusal 404, 403, 503 */
export async function checkCard(caller: Caller, of: PaidFor, id: number): Promise<void> {
  const one = await paidBy(caller, of, id)
  if (one) await checkPage(caller.app, one.id)
}

/**
 * The student doesn't pay by card after all.
 * @throws Refusal 404, 403, 409 `lessons.no_payment` when no card's payment is open, 503
 */
export async function endCard(caller: Caller, of: PaidFor, id: number): Promise<void> {
  const one = await paidBy(caller, of, id)
  if (!one || !(await endPage(caller.app, one.id))) throw new Refusal(409, 'lessons.no_payment')
}

/** Who is told what of news of the provider's. */
const TOLD: Record<Exclude<Heard['news'], 'paid' | 'over'>, readonly Side[]> = {
  declined: ['student'],
  returned: ['student'],
  disputed: ['student', 'teacher'],
  dispute_won: ['student', 'teacher'],
  dispute_lost: ['student', 'teacher'],
}

/**
 * A bank took all of a payment back: a lesson that hasn't begun, or what is left of a package, isn't paid any more and is off.
 * @returns whether something was
 */
async function takenBack(
  work: Work,
  { lesson, pack }: NonNullable<Awaited<ReturnType<typeof lockSubject>>>,
  { state }: PaymentRow,
): Promise<boolean> {
  if (state !== 'refunded') return false
  if (pack) return revokePackage(work, pack.id)
  if (!lesson || lesson.ended_at !== null || Date.parse(lesson.starts_at) <= work.now.getTime()) return false
  await end(work, lesson, 'cancel_as_student', 'student', { free: true, quiet: true })
  return true
}

/** The provider said something of a lesson's or a package's payment: what follows is what follows when people say it. */
export async function heedProvider(
  work: Work,
  { subject: about, said }: { subject: string; said: Said },
): Promise<void> {
  const its = parseSubject(about)
  // What a bank takes back may end lessons of a package: whoever changes a lesson locks it before its package.
  if (its?.kind === 'lesson_package' && said.what === 'dispute') await lockToCome(work, its.id)
  const locked = await lockSubject(work, about)
  if (!locked) return
  const heard = await heed(work, said)
  if (!heard) return
  const { news, row: one } = heard
  const { lesson, pack } = locked
  const version = Math.floor(work.now.getTime() / MINUTE)
  const say = async (side: Side, voice: CardVoice) => {
    const type = voice === 'card_paid' ? 'LESSON_CONFIRMED' : 'LESSON_CHANGED'
    if (lesson) await tell(work, side, type, voice, [lesson], { version })
    if (pack) await tellOfPackage(work, side, type, voice, pack, { version })
  }
  if (news === 'paid') {
    if (await follow(work, one)) await say('teacher', 'card_paid')
  } else if (news === 'over') {
    if (lesson) await isUnpaid(work, lesson, one)
    // Of what ended nothing is to be paid any more.
    else if (pack.state !== 'ordered') await payments.cancel(work, [one])
  } else {
    const isOff = news === 'dispute_lost' && (await takenBack(work, locked, one))
    for (const side of TOLD[news]) await say(side, isOff ? 'card_dispute_off' : `card_${news}`)
  }
}
