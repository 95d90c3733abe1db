import type { Contribution, Handler, Reaction, Sweep } from '#core/server/app.ts'
import { mailHandler } from '#core/server/mail.ts'
import type { Route } from '#core/server/route.ts'
import { handlers as accountsHandlers, sweeps as accountsSweeps } from '#features/accounts/jobs.ts'
import { reactions as accountsReactions } from '#features/accounts/reactions.ts'
import { routes as accountDataRoutes } from '#features/accounts/routes.data.ts'
import { routes as factorRoutes } from '#features/accounts/routes.factors.ts'
import { routes as identityRoutes } from '#features/accounts/routes.identity.ts'
import { routes as minorsRoutes } from '#features/accounts/routes.minors.ts'
import { routes as proofRoutes } from '#features/accounts/routes.proof.ts'
import { routes as accountsRoutes } from '#features/accounts/routes.ts'
import { reactions as availabilityReactions } from '#features/availability/reactions.ts'
import { routes as availabilityRoutes } from '#features/availability/routes.ts'
import { handlers as budgetsHandlers, sweeps as budgetsSweeps } from '#features/budgets/jobs.ts'
import { reactions as budgetsReactions } from '#features/budgets/reactions.ts'
import { routes as budgetsRoutes } from '#features/budgets/routes.ts'
import { handlers as calendarsHandlers, sweeps as calendarsSweeps } from '#features/calendars/jobs.ts'
import { reactions as calendarsReactions } from '#features/calendars/reactions.ts'
import { routes as calendarsRoutes } from '#features/calendars/routes.ts'
import { handlers as contractsHandlers, sweeps as contractsSweeps } from '#features/contracts/jobs.ts'
import { reactions as contractsReactions } from '#features/contracts/reactions.ts'
import { routes as contractsRoutes } from '#features/contracts/routes.ts'
import { handlers as directoryHandlers } from '#features/directory/jobs.ts'
import { reactions as directoryReactions } from '#features/directory/reactions.ts'
import { routes as directoryRoutes } from '#features/directory/routes.ts'
import { handlers as eventsHandlers, sweeps as eventsSweeps } from '#features/events/jobs.ts'
import { reactions as eventsReactions } from '#features/events/reactions.ts'
import { routes as eventsRoutes } from '#features/events/routes.ts'
import { sweeps as feesSweeps } from '#features/fees/jobs.ts'
import { reactions as feesReactions } from '#features/fees/reactions.ts'
import { routes as feesRoutes } from '#features/fees/routes.ts'
import { handlers as filesHandlers, sweeps as filesSweeps } from '#features/files/jobs.ts'
import { reactions as filesReactions } from '#features/files/reactions.ts'
import { routes as filesRoutes } from '#features/files/routes.ts'
import { routes as askRoutes } from '#features/hiring/ask/routes.ts'
import { routes as continuousRoutes } from '#features/hiring/continuous/routes.ts'
import { handlers as deskHandlers } from '#features/hiring/desk/jobs.ts'
import { reactions as deskReactions } from '#features/hiring/desk/reactions.ts'
import { routes as hiringRoutes } from '#features/hiring/desk/routes.ts'
import { sweeps as journeySweeps } from '#features/hiring/journey/jobs.ts'
import { handlers as talentHandlers, sweeps as talentSweeps } from '#features/hiring/talent/jobs.ts'
import { reactions as talentReactions } from '#features/hiring/talent/reactions.ts'
import { routes as homeRoutes } from '#features/home/routes.ts'
import { reactions as instrumentsReactions } from '#features/instruments/reactions.ts'
import { routes as instrumentsRoutes } from '#features/instruments/routes.ts'
import { handlers as invitationsHandlers, sweeps as invitationsSweeps } from '#features/invitations/jobs.ts'
import { reactions as invitationsReactions } from '#features/invitations/reactions.ts'
import { routes as invitationsRoutes } from '#features/invitations/routes.ts'
import { sweeps as ledgerSweeps } from '#features/ledger/jobs.ts'
import { sweeps as assignmentsSweeps } from '#features/lessons/assignments/jobs.ts'
import { reactions as assignmentsReactions } from '#features/lessons/assignments/reactions.ts'
import { routes as assignmentRoutes } from '#features/lessons/assignments/routes.ts'
import { sweeps as lessonsSweeps } from '#features/lessons/booking/jobs.ts'
import { reactions as lessonsReactions } from '#features/lessons/booking/reactions.ts'
import { substituteRoutes } from '#features/lessons/booking/routes.substitutes.ts'
import { routes as lessonRoutes } from '#features/lessons/booking/routes.ts'
import {
  handlers as certificatesHandlers,
  sweeps as certificatesSweeps,
} from '#features/lessons/certificates/jobs.ts'
import { reactions as certificatesReactions } from '#features/lessons/certificates/reactions.ts'
import { routes as certificatesRoutes } from '#features/lessons/certificates/routes.ts'
import { handlers as lessonCopiesHandlers } from '#features/lessons/copies/jobs.ts'
import { routes as teacherRoutes } from '#features/lessons/finding/routes.ts'
import { handlers as monthsHandlers, sweeps as monthsSweeps } from '#features/lessons/months/jobs.ts'
import { reactions as monthsReactions } from '#features/lessons/months/reactions.ts'
import { routes as monthsRoutes } from '#features/lessons/months/routes.ts'
import { reactions as progressReactions } from '#features/lessons/progress/reactions.ts'
import { routes as progressRoutes } from '#features/lessons/progress/routes.ts'
import { sweeps as recordingsSweeps } from '#features/lessons/recordings/jobs.ts'
import { reactions as recordingsReactions } from '#features/lessons/recordings/reactions.ts'
import { routes as recordingsRoutes } from '#features/lessons/recordings/routes.ts'
import { sweeps as roomSweeps } from '#features/lessons/room/jobs.ts'
import { routes as roomRoutes } from '#features/lessons/room/routes.ts'
import { sweeps as scoresSweeps } from '#features/lessons/scores/jobs.ts'
import { reactions as scoresReactions } from '#features/lessons/scores/reactions.ts'
import { routes as scoresRoutes } from '#features/lessons/scores/routes.ts'
import { routes as mapsRoutes } from '#features/maps/routes.ts'
import { handlers as mediaHandlers, sweeps as mediaSweeps } from '#features/media/jobs.ts'
import { reactions as mediaReactions } from '#features/media/reactions.ts'
import { routes as mediaRoutes } from '#features/media/routes.ts'
import {
  handlers as notificationsHandlers,
  sweeps as notificationsSweeps,
} from '#features/notifications/jobs.ts'
import { reactions as notificationsReactions } from '#features/notifications/reactions.ts'
import { routes as notificationsRoutes } from '#features/notifications/routes.ts'
import { handlers as paymentsHandlers, sweeps as paymentsSweeps } from '#features/payments/jobs.ts'
import { reactions as paymentsReactions } from '#features/payments/reactions.ts'
import { routes as paymentsRoutes } from '#features/payments/routes.ts'
import { handlers as plansHandlers, sweeps as plansSweeps } from '#features/plans/jobs.ts'
import { reactions as plansReactions } from '#features/plans/reactions.ts'
import { routes as plansRoutes } from '#features/plans/routes.ts'
import { reactions as projectsReactions } from '#features/projects/reactions.ts'
import { routes as projectsRoutes } from '#features/projects/routes.ts'
import { reactions as receiptsReactions } from '#features/receipts/reactions.ts'
import { routes as receiptsRoutes } from '#features/receipts/routes.ts'
import { sweeps as referralsSweeps } from '#features/referrals/jobs.ts'
import { reactions as referralsReactions } from '#features/referrals/reactions.ts'
import { routes as referralsRoutes } from '#features/referrals/routes.ts'
import { sweeps as resultsSweeps } from '#features/results/jobs.ts'
import { reactions as resultsReactions } from '#features/results/reactions.ts'
import { routes as resultsRoutes } from '#features/results/routes.ts'
import { sweeps as reviewsSweeps } from '#features/reviews/jobs.ts'
import { reactions as reviewsReactions } from '#features/reviews/reactions.ts'
import { routes as reviewsRoutes } from '#features/reviews/routes.ts'
import { reactions as servicesReactions } from '#features/services/reactions.ts'
import { routes as servicesRoutes } from '#features/services/routes.ts'
import { sweeps as slipsSweeps } from '#features/slips/jobs.ts'
import { reactions as slipsReactions } from '#features/slips/reactions.ts'
import { routes as slipsRoutes } from '#features/slips/routes.ts'
import { reactions as staffReactions } from '#features/staff/reactions.ts'
import { routes as staffRoutes } from '#features/staff/routes.ts'
import { reactions as subscriptionsReactions } from '#features/subscriptions/reactions.ts'
import { routes as subscriptionsRoutes } from '#features/subscriptions/routes.ts'
import { handlers as supportHandlers, sweeps as supportSweeps } from '#features/support/jobs.ts'
import { reactions as supportReactions } from '#features/support/reactions.ts'
import { routes as supportRoutes } from '#features/support/routes.ts'
import { handlers as threadsHandlers, sweeps as threadsSweeps } from '#features/threads/jobs.ts'
import { reactions as threadsReactions } from '#features/threads/reactions.ts'
import { routes as threadsRoutes } from '#features/threads/routes.ts'
import {
  handlers as verificationHandlers,
  sweeps as verificationSweeps,
} from '#features/verification/jobs.ts'
import { reactions as verificationReactions } from '#features/verification/reactions.ts'
import { routes as verificationRoutes } from '#features/verification/routes.ts'

/** Everything the server serves, feature by feature, lower ones first. A new feature is registered here. */
export const routes: readonly Route[] = [
  ...accountsRoutes,
  ...minorsRoutes,
  ...identityRoutes,
  ...accountDataRoutes,
  ...proofRoutes,
  ...factorRoutes,
  ...staffRoutes,
  ...filesRoutes,
  ...verificationRoutes,
  ...slipsRoutes,
  ...mapsRoutes,
  ...projectsRoutes,
  ...paymentsRoutes,
  ...receiptsRoutes,
  ...plansRoutes,
  ...feesRoutes,
  ...notificationsRoutes,
  ...invitationsRoutes,
  ...servicesRoutes,
  ...mediaRoutes,
  ...instrumentsRoutes,
  ...availabilityRoutes,
  ...calendarsRoutes,
  ...directoryRoutes,
  ...askRoutes,
  ...continuousRoutes,
  ...hiringRoutes,
  ...budgetsRoutes,
  ...contractsRoutes,
  ...eventsRoutes,
  ...teacherRoutes,
  ...lessonRoutes,
  ...substituteRoutes,
  ...progressRoutes,
  ...roomRoutes,
  ...scoresRoutes,
  ...recordingsRoutes,
  ...assignmentRoutes,
  ...monthsRoutes,
  ...certificatesRoutes,
  ...threadsRoutes,
  ...resultsRoutes,
  ...reviewsRoutes,
  ...subscriptionsRoutes,
  ...homeRoutes,
  ...referralsRoutes,
  ...supportRoutes,
]

/**
 * In the order in which they run when something happens. Files come last: what nothing shows any more is only known
 * when the others have taken it down.
 */
export const reactions: readonly (Reaction | Contribution)[] = [
  ...accountsReactions,
  ...staffReactions,
  ...verificationReactions,
  ...projectsReactions,
  ...receiptsReactions,
  ...plansReactions,
  ...feesReactions,
  ...notificationsReactions,
  ...invitationsReactions,
  ...servicesReactions,
  ...mediaReactions,
  ...instrumentsReactions,
  ...availabilityReactions,
  ...calendarsReactions,
  ...directoryReactions,
  ...talentReactions,
  ...deskReactions,
  ...budgetsReactions,
  ...paymentsReactions,
  ...contractsReactions,
  ...eventsReactions,
  ...lessonsReactions,
  ...progressReactions,
  ...assignmentsReactions,
  ...scoresReactions,
  ...recordingsReactions,
  ...monthsReactions,
  ...certificatesReactions,
  ...threadsReactions,
  ...resultsReactions,
  ...reviewsReactions,
  ...subscriptionsReactions,
  ...referralsReactions,
  ...supportReactions,
  ...slipsReactions,
  ...filesReactions,
]

export const handlers: readonly Handler[] = [
  mailHandler,
  ...accountsHandlers,
  ...threadsHandlers,
  ...filesHandlers,
  ...verificationHandlers,
  ...notificationsHandlers,
  ...invitationsHandlers,
  ...mediaHandlers,
  ...calendarsHandlers,
  ...directoryHandlers,
  ...talentHandlers,
  ...deskHandlers,
  ...budgetsHandlers,
  ...contractsHandlers,
  ...eventsHandlers,
  ...lessonCopiesHandlers,
  ...monthsHandlers,
  ...certificatesHandlers,
  ...paymentsHandlers,
  ...plansHandlers,
  ...supportHandlers,
]

export const sweeps: readonly Sweep[] = [
  ...accountsSweeps,
  ...filesSweeps,
  ...verificationSweeps,
  ...invitationsSweeps,
  ...plansSweeps,
  ...feesSweeps,
  ...mediaSweeps,
  ...calendarsSweeps,
  ...talentSweeps,
  ...journeySweeps,
  ...budgetsSweeps,
  ...contractsSweeps,
  ...eventsSweeps,
  ...lessonsSweeps,
  ...assignmentsSweeps,
  ...roomSweeps,
  ...scoresSweeps,
  ...recordingsSweeps,
  ...monthsSweeps,
  ...certificatesSweeps,
  ...threadsSweeps,
  ...resultsSweeps,
  ...reviewsSweeps,
  ...referralsSweeps,
  ...ledgerSweeps,
  ...paymentsSweeps,
  ...slipsSweeps,
  ...supportSweeps,
  // After all that may tell somebody something.
  ...notificationsSweeps,
]
