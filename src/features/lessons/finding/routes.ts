import { on } from '#core/server/route.ts'
import { listOffers, listStarts, listTeachers, readOffer } from './contract.ts'
import { teachersFor } from './queries.search.ts'
import { offersOfProject, readableOffer, startsOf } from './queries.ts'

export const routes = [
  on(listTeachers, ({ app, viewer, now }, { query }) => teachersFor(app.db, query, viewer.id, now), {
    pool: 'open',
  }),
  on(listOffers, ({ db }, { query }) => offersOfProject(db, query.project), { pool: 'open' }),
  on(readOffer, ({ db, guest }, { params }) => readableOffer(db, params.id, guest), {
    pool: 'open',
  }),
  on(listStarts, ({ db, guest, now }, { params, query }) => startsOf(db, params.id, guest, query, now), {
    pool: 'open',
  }),
]
