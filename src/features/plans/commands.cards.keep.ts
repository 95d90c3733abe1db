import { eq, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { enqueue } from '#core/server/queues.ts'
import { type CardRow, cardOf } from './queries.ts'
import { planCards } from './queues.ts'
import { memberships, plan_cards } from './table.ts'

/* What the steps of a membership need of its card. */

/** While somebody is about to type in a card nothing else is done with their plan. @throws Refusal 409 `plans.card_begun` */
export async function refuseOpenPage(work: Work, membership_id: number): Promise<void> {
  const [card] = await cardOf(work.db, membership_id)
  if (card && card.state !== 'running') throw new Refusal(409, 'plans.card_begun')
}

/** The card that a membership is charged to by now, locked; what follows tells the provider. */
export async function runningCard(work: Work, membership_id: number): Promise<CardRow | undefined> {
  const [card] = await cardOf(work.db, membership_id).for('update')
  return card?.state === 'running' ? card : undefined
}

/** Something of a membership changed that its card's provider is to know. Nothing where no card is charged. */
export async function tellCard(work: Work, membership_id: number): Promise<void> {
  const card = await runningCard(work, membership_id)
  if (!card) return
  await work.db
    .update(plan_cards)
    .set({ wanted: card.wanted + 1 })
    .where(eq(plan_cards.id, card.id))
  await enqueue(work, planCards, { card_id: card.id })
}

/** Erases what pages of somebody's cards were begun with: the provider has it, where it needs it. */
export async function eraseCards(work: Work, user_id: number): Promise<void> {
  await work.db
    .update(plan_cards)
    .set({ email: '', url: null })
    .where(
      sql`${plan_cards.membership_id} in (select m.id from ${memberships} m where m.user_id = ${user_id})`,
    )
}
