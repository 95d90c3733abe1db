import { sql } from 'drizzle-orm'
import type { Feed } from '#core/server/live.ts'

/** Somebody's notifications as their open pages hear of them. */
export const inbox: Feed = {
  topic: 'notifications',

  async newest(db, user_id) {
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from notifications where (user_id, id) > (${user_id}, 0) and user_id <= ${user_id}
        order by user_id desc, id desc limit 1`,
    )
    return rows[0]?.id ?? 0
  },

  async after(db, wanted, limit) {
    const { rows } = await db.execute<{ user_id: number; id: number; type: string }>(sql`
      select wanted.user_id, told.id, told.type
      from unnest(${sql.param(wanted.map((one) => one.user_id))}::bigint[],
        ${sql.param(wanted.map((one) => one.after))}::bigint[]) as wanted (user_id, after)
      cross join lateral (
        select id, type from notifications
        where (user_id, id) > (wanted.user_id, wanted.after) and user_id <= wanted.user_id
        order by user_id, id limit ${limit}
      ) as told
      order by told.id`)
    return rows.map(({ user_id, id, type }) => ({ user_id, id, name: 'notification', data: { id, type } }))
  },
}
