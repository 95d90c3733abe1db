import { sql } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { DAY } from '#core/contract/time.ts'
import { addressOf, networkOf } from '#core/server/input.ts'
import { limit } from '#core/server/limits.ts'
import type { ReadContext } from '#core/server/route.ts'
import { articleOf } from './rules.articles.ts'
import { help_votes } from './table.ts'

/**
 * Counts whether an answer of the help did help: once a day for each person, or network where nobody is signed in. Who said
 * it isn't stored: that it was said is remembered as a hash, until the day is over.
 * @returns whether it counted
 * @throws Refusal 404 for no such answer
 */
export async function rateAnswer(
  { app, now, guest, request }: Pick<ReadContext, 'app' | 'now' | 'guest' | 'request'>,
  article: string,
  helped: boolean,
): Promise<boolean> {
  const key = articleOf(article)
  if (!key) throw notFound()
  const who = guest ? `user:${guest.id}` : networkOf(addressOf(request))
  try {
    await limit(app.db, `helped:${key}:${who}`, 1, DAY, now)
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false
    throw error
  }
  const once = { yes: helped ? 1 : 0, no: helped ? 0 : 1 }
  await app.db
    .insert(help_votes)
    .values({ article: key, day: now.toISOString().slice(0, 10), ...once })
    .onConflictDoUpdate({
      target: [help_votes.article, help_votes.day],
      set: { yes: sql`${help_votes.yes} + ${once.yes}`, no: sql`${help_votes.no} + ${once.no}` },
    })
  return true
}
