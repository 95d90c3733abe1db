import { on } from '#core/server/route.ts'
import { activeProject } from '#features/projects/queries.ts'
import { saveOpeningOf } from './commands.stage.ts'
import { addChecklistItem, setItemDone } from './commands.ts'
import {
  addItem,
  listEvents,
  readCalendar,
  readEvent,
  readOrderEvent,
  saveOpening,
  updateItem,
} from './contract.ts'
import { calendarOf } from './queries.calendar.ts'
import { eventOf, eventOfOrder, eventsOf } from './queries.ts'

export const routes = [
  on(listEvents, ({ db, viewer }, { query }) => eventsOf(db, viewer.id, query)),
  on(readEvent, ({ db, viewer }, { params }) => eventOf(db, viewer.id, params.id)),
  on(readOrderEvent, async ({ db, viewer }, { params }) => ({
    event: await eventOfOrder(db, viewer, params.id),
  })),
  on(saveOpening, (ctx, { params, body }) => saveOpeningOf(ctx, ctx.viewer.id, params.id, body.opens_at)),
  on(updateItem, (ctx, { params, body }) =>
    setItemDone(ctx, ctx.viewer.id, params.id, params.item, body.done),
  ),
  on(addItem, (ctx, { params, body }) => addChecklistItem(ctx, ctx.viewer.id, params.id, body)),
  on(readCalendar, async ({ db, viewer }, { query }) =>
    calendarOf(db, await activeProject(db, viewer), query.from, query.to),
  ),
]
