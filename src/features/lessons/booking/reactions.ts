import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { minorClosed } from '#features/accounts/commands.guardian.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { feedEntries } from '#features/calendars/queries.ts'
import { waitingParts } from '#features/notifications/queries.ts'
import { providerSaid } from '#features/payments/commands.moves.ts'
import { paymentReminded } from '#features/payments/commands.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { receiptFacts } from '#features/receipts/queries.ts'
import { serviceBookings } from '#features/services/commands.ts'
import { deskKinds } from '#features/staff/queries.queue.ts'
import { heedProvider } from './commands.cards.ts'
import { endLessonsOf, eraseStudent, eraseTeacher } from './commands.erasure.ts'
import { remindOf } from './commands.payments.ts'
import { lessonPaymentKind } from './commands.staff.ts'
import { eraseSubstitutesFor, eraseSubstitutesOf, releaseSubstitutes } from './commands.substitutes.ts'
import { tellOfReturns } from './commands.telling.ts'
import { lessonsStepped } from './commands.ts'
import {
  lessonDataOf,
  packageDataOf,
  settingsDataOf,
  waitingForStudent,
  waitingForTeacher,
} from './queries.desk.ts'
import { lessonEntries } from './queries.feed.ts'
import { receiptFactsOf } from './queries.receipts.ts'
import { bookingsOf } from './queries.sold.ts'
import { substituteDataOf } from './queries.substitutes.ts'

export const reactions = [
  contribute(waitingParts, async (_reading, { id, account_type }) => {
    if (account_type === 'STUDENT') return [{ page: 'student', count: waitingForStudent(id) }]
    return account_type === 'MUSICIAN' ? [{ page: 'calendar', count: waitingForTeacher(id) }] : []
  }),
  contribute(serviceBookings, ({ db }, { service_id }) => bookingsOf(db, service_id)),
  contribute(feedEntries, (reading, { of, ...span }) => lessonEntries(reading, of, span)),
  contribute(deskKinds, async () => [lessonPaymentKind]),
  contribute(receiptFacts, ({ db }, { subject }) => receiptFactsOf(db, subject)),
  contribute(personalData, async (_reading, { user_id }) => [
    { document: 'lessons', read: (db) => lessonDataOf(db, user_id) },
    { document: 'lesson_packages', read: (db) => packageDataOf(db, user_id) },
    { document: 'lesson_settings', read: (db) => settingsDataOf(db, user_id) },
    { document: 'lesson_substitutes', read: (db) => substituteDataOf(db, user_id) },
  ]),
  when(paymentReminded, remindOf),
  when(providerSaid, heedProvider),
  when(lessonsStepped, releaseSubstitutes),
  when(lessonsStepped, tellOfReturns),
  when(projectErased, async (work, { project_id }) => {
    await eraseTeacher(work, project_id)
    await eraseSubstitutesOf(work, project_id)
  }),
  when(minorClosed, (work, { user_id }) => endLessonsOf(work, user_id, { free: true })),
  when(accountDeleted, async (work, { user_id }) => {
    await eraseStudent(work, user_id)
    await eraseSubstitutesFor(work, user_id)
  }),
]
