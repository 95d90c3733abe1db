import { eq } from 'drizzle-orm'
import type { Db } from '#core/server/db.ts'
import { adultOn } from '#features/accounts/rules.minors.ts'
import { minors } from '#features/accounts/table.minors.ts'
import { users } from '#features/accounts/table.ts'

/** Somebody of thirteen or fourteen, whenever the demo is made, whose mother said yes. They sign in as all of the demo do. */
export async function makeMinor(db: Db, like_id: number, now: Date): Promise<void> {
  const at = now.toISOString()
  const [like] = await db.select().from(users).where(eq(users.id, like_id))
  if (!like) throw new Error('the demo has nobody who learns')
  const { id: _, ...account } = like
  const [minor] = await db
    .insert(users)
    .values({ ...account, name: 'Sofía Ajú', email: 'menor@tarima.demo' })
    .returning({ id: users.id })
  const birth_date = `${now.getUTCFullYear() - 14}-06-15`
  await db.insert(minors).values({
    ...{ user_id: minor?.id ?? 0, birth_date, adult_on: adultOn(birth_date) },
    ...{ guardian_email: 'mama@tarima.demo', guardian_name: 'Marta Ajú', asked_at: at, confirmed_at: at },
  })
}
