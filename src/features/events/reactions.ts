import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { feedEntries } from '#features/calendars/queries.ts'
import { balanceMoved } from '#features/contracts/commands.payments.ts'
import { agreementEnded, agreementsActivated } from '#features/contracts/commands.ts'
import { cancelParts, toldOfOrders } from '#features/hiring/desk/queries.ends.ts'
import { orderCancelled, orderPlaced, orderPostponed } from '#features/hiring/journey/commands.ts'
import { requestClosed } from '#features/hiring/talent/commands.steps.ts'
import { riderReaders } from '#features/media/commands.stage.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { memberLeft } from '#features/projects/commands.members.ts'
import { releaseBackups } from './commands.backups.ts'
import { deleteDocumentsOfHost, deleteDocumentsOfProject } from './commands.documents.ts'
import { erasePerformer, erasePerson } from './commands.erasure.ts'
import { endEvent } from './commands.lifecycle.ts'
import { followBalance } from './commands.money.ts'
import { openEvent } from './commands.opening.ts'
import { placeEvent } from './commands.place.ts'
import { deleteToldOf, losePerformer, tellUnanswered } from './commands.risk.ts'
import {
  eraseSubstitutes,
  loseMember,
  releaseSubstitutesAt,
  releaseSubstitutesOf,
} from './commands.substitutes.ts'
import { standByDataOf } from './queries.backups.ts'
import { reportDataOf } from './queries.day.ts'
import { documentCopiesOf, documentsGoingWith, hostsProject } from './queries.documents.ts'
import { hostEntries, projectEntries } from './queries.feed.ts'
import { eventsToCancel, eventsTold } from './queries.lifecycle.ts'
import { substituteDataOf } from './queries.substitutes.ts'
import { eventDataOf } from './queries.ts'

export const reactions = [
  when(agreementsActivated, (work, { order_id }) => openEvent(work, order_id)),
  when(balanceMoved, followBalance),
  // A cancelled or postponed event still shows who would have played.
  when(agreementEnded, async (work, { order_id, contract_id, reason }) => {
    if (reason !== 'order_cancelled' && reason !== 'order_postponed')
      await losePerformer(work, order_id, contract_id, reason)
    await releaseSubstitutesOf(work, order_id)
  }),
  when(requestClosed, async (work, { accepted, status, ...request }) => {
    if (status === 'expired' && !accepted) await tellUnanswered(work, request)
  }),
  when(orderCancelled, async (work, { order_id }) => {
    const ended = await endEvent(work, order_id, 'cancel')
    if (!ended) return
    await releaseBackups(work, { event_id: ended.id })
    await releaseSubstitutesAt(work, ended.id)
  }),
  when(orderPlaced, placeEvent),
  when(orderPostponed, async (work, { order_id }) => {
    const ended = await endEvent(work, order_id, 'postpone')
    if (!ended) return
    await releaseBackups(work, { event_id: ended.id })
    await releaseSubstitutesAt(work, ended.id)
  }),
  contribute(cancelParts, async ({ db }, { order_id }) => [
    { kind: 'events', count: await eventsToCancel(db, order_id) },
  ]),
  contribute(toldOfOrders, ({ db }, { order_ids }) => eventsTold(db, order_ids)),
  contribute(riderReaders, async ({ db }, { user_id, project_id }) =>
    (await hostsProject(db, user_id, project_id)) ? [{ by: 'events' }] : [],
  ),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'events', read: (db) => eventDataOf(db, user_id) },
    { document: 'stand_bys', read: (db) => standByDataOf(db, user_id) },
    { document: 'substitutes', read: (db) => substituteDataOf(db, user_id) },
    { document: 'day_reports', read: (db) => reportDataOf(db, user_id) },
  ]),
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const own = await documentCopiesOf(db, user_id)
    return [
      { document: 'event_documents', read: async () => own.map(({ key: _, part: __, ...copy }) => copy) },
      ...own.map(({ file, key, part }) => ({ file, open: () => storeOf(app.config).read(key, part) })),
    ]
  }),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'documents', count: await documentsGoingWith(db, user_id) },
  ]),
  contribute(feedEntries, async (reading, { of, ...span }) =>
    of.project ? projectEntries(reading, of.project, span) : hostEntries(reading, of.user_id, span),
  ),
  when(memberLeft, loseMember),
  when(projectErased, async (work, { project_id }) => {
    await erasePerformer(work.db, project_id)
    await deleteDocumentsOfProject(work, project_id)
    await deleteToldOf(work, project_id)
    await releaseBackups(work, { project_id })
    await eraseSubstitutes(work, { project_id })
  }),
  when(accountDeleted, async (work, { user_id }) => {
    await erasePerson(work.db, user_id)
    await eraseSubstitutes(work, { user_id })
    await deleteDocumentsOfHost(work, user_id)
  }),
]
