import { eq } from 'drizzle-orm'
import type { Currency } from '#core/contract/money.ts'
import { type Subject, subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { lockAccount, post, reverse } from '#features/ledger/commands.ts'
import { creditOf, givenAway, type Line, move, ownIncome } from '#features/ledger/rules.ts'
import { type ChargeRow, creditForPlans, creditHeldBy } from './queries.ts'
import { CREDIT_CURRENCY, creditFor, creditIn } from './rules.ts'
import { membership_charges } from './table.ts'

/* What somebody may pay the platform with besides money. It is on their account in the books, and nowhere else. */

/** Gives credit to people, once for a cause. */
export async function giveCredit(
  work: Work,
  cause: { key: string; subject: Subject },
  user_ids: readonly number[],
  amount: number,
): Promise<void> {
  const lines = user_ids.flatMap((user_id) =>
    move(amount, givenAway(CREDIT_CURRENCY), creditOf(user_id, CREDIT_CURRENCY)),
  )
  await post(work, [{ ...cause, at: work.now, lines }])
}

const keyOf = (charge_id: number) => `${subject('charge', charge_id)} credit`

/**
 * What somebody's credit pays of an amount. Nobody else spends it until the transaction ends.
 * @param amount minor units of the currency, as what is answered
 */
export async function creditFrom(
  work: Work,
  user_id: number,
  amount: number,
  currency: Currency,
): Promise<number> {
  await lockAccount(work, creditOf(user_id, CREDIT_CURRENCY))
  return Math.max(0, Math.min(amount, creditIn(await creditHeldBy(work.db, user_id), currency)))
}

/** The lines by which somebody's credit pays the platform that much in a currency, minor units. */
export function creditLines(user_id: number, credit: number, currency: Currency): Line[] {
  const account = creditOf(user_id, CREDIT_CURRENCY)
  const spent = creditFor(credit, currency)
  // In another currency the credit is given back to whoever gave it, who pays that much there.
  return currency === CREDIT_CURRENCY
    ? move(spent, account, ownIncome(currency))
    : [
        ...move(spent, account, givenAway(CREDIT_CURRENCY)),
        ...move(credit, givenAway(currency), ownIncome(currency)),
      ]
}

/**
 * Takes what the payer's credit pays of a charge that has just been made: what is left of it once the fees that they owe by
 * then are paid.
 * @param whole whether it pays all of it or nothing
 * @returns the charge as it is now
 */
export async function takeCredit(
  work: Work,
  charge: ChargeRow,
  { whole }: { whole: boolean },
): Promise<ChargeRow> {
  const currency = charge.currency as Currency
  // Two charges never pay with the same credit.
  await lockAccount(work, creditOf(charge.user_id, CREDIT_CURRENCY))
  const credit = Math.min(charge.amount, creditIn(await creditForPlans(work, charge.user_id), currency))
  if (credit <= 0 || (whole && credit < charge.amount)) return charge
  const lines = creditLines(charge.user_id, credit, currency)
  await post(work, [{ key: keyOf(charge.id), subject: subject('charge', charge.id), at: work.now, lines }])
  const [paid] = await work.db
    .update(membership_charges)
    .set({ credit })
    .where(eq(membership_charges.id, charge.id))
    .returning()
  return paid ?? charge
}

/** Gives back the credit of a charge that isn't to be paid any more. */
export const returnCredit = (work: Work, charge_id: number): Promise<void> => reverse(work, keyOf(charge_id))
