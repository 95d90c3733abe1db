import { on } from '#core/server/route.ts'
import { assertStudent } from '../queries.ts'
import { readMonthSummary } from './contract.ts'
import { monthOf } from './queries.ts'

export const routes = [
  on(readMonthSummary, ({ db, viewer, now }, { query }) => {
    assertStudent(viewer)
    return monthOf(db, viewer.id, now, query.month)
  }),
]
