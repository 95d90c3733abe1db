import { contribute } from '#core/server/events.ts'
import { endedAmong } from '#core/server/live.ts'
import { endedOf } from './queries.ts'

export const reactions = [contribute(endedAmong, ({ db }, { session_ids }) => endedOf(db, session_ids))]
