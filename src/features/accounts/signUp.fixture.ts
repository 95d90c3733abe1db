import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { TestApp } from '#app/server/testing.ts'
import type { Db } from '#core/server/db.ts'
import { users } from './table.ts'

let n = 0
export const PASSWORD = 'cinco-tablas-9'
export const email = () => `alguien${++n}@correo.test`
export const student = (more: object = {}) => ({
  name: 'Ana Lucía Pérez',
  email: email(),
  password: PASSWORD,
  terms: true,
  birth_date: '1990-05-05',
  ...more,
})
/** As outside programs send it; a talent hunter's page sends what a student's does. */
export const client = (more: object = {}) => ({
  ...student(),
  client_kind: 'PERSONAL',
  phone: '+502 5555 1234',
  city: 'Antigua',
  ...more,
})
export const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

/** How many wait for a lock. */
export async function waitingFor(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.n ?? 0
}

/** Signs somebody up and answers what they have. */
export async function signedUpTo(t: TestApp, more: object = {}) {
  const body = student(more)
  const answer = await t.anonymous.post('/auth/signup', body)
  expect(answer.status, answer.text).toBe(200)
  const [user] = await t.db.select().from(users).where(eq(users.email, body.email))
  if (!user) throw new Error('no user')
  return {
    ...body,
    id: user.id,
    access: answer.body.access as string,
    me: t.as({ token: answer.body.access }),
  }
}
