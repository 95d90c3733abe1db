import { LANGUAGES } from '#core/contract/language.ts'
import { JOURNEY, type JourneyStep } from '#features/hiring/journey/rules.ts'

const list = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ') || '–'

const journey = Object.entries<JourneyStep>(JOURNEY)
  .map(([step, { from, to, by, tells }]) => {
    const told = tells ? `\`${tells}\`` : '–'
    return `| \`${step}\` | ${list(from)} | \`${to}\` | ${[by].flat().join(', ')} | ${told} |`
  })
  .join('\n')

/** How the API is used, for whoever writes a program against it; the journey's table is the one that the server reads. */
export const GUIDE = `
Everything that the pages do goes through these calls.

## Addresses

Every path works with and without a slash at its end, and \`/auth\`, \`/files\`, \`/notifications\`, \`/invitations\` and
\`/musician\` also without \`/api\`. All forms are the same call.

## Who calls

Sign up or sign in, and send the \`access\` of the answer as \`Authorization: Bearer …\`. Most calls need a verified
e-mail (403 \`access.unverified\`) and, of a minor, an adult who said yes (403 \`access.guardian_awaited\`), some a permission, some a fresh proof that it is you. A musician acts as one project at
a time: the *active project* of the session (\`POST /api/projects/{id}/switch/\`). What they are asked, agree to and see first
is listed over all projects that they belong to, or of one (\`project\`); a call about one row acts for the row's project,
whichever is active.

## What is sent and answered

JSON in UTF-8, uploads as \`multipart/form-data\`. Money is in minor units (cents) of the \`currency\` beside it, moments
are UTC, days and wall times belong to the \`zone\` beside them. What isn't known, or isn't the caller's to see, is null or
empty. Answers may have more fields one day: ignore what you don't know. Texts for people follow \`Accept-Language\`
(${LANGUAGES.join(', ')}).

## Refusals

Every refusal is a \`Failure\`: \`message\` in the caller's language, \`code\` for programs (\`feature.reason\`), and for a
422 mostly \`fields\`, the sentence of each field by its dotted path. 409 means that the state moved on: read again.

**Retry-After** comes with every 429, 503 and 507: the seconds to wait before the next try.

## Lists and cursors

A list answers \`results\` and \`next\`. Send \`next\` back as \`cursor\` for what follows, until it is null. A cursor stands
for the last row that was read, so what is added meanwhile neither repeats nor hides a row. Its text is nobody's
business: another than ours is 400. \`limit\` is 20 unless said, 100 at most.

## Sending again

A write with an **Idempotency-Key** is done once: if an answer got lost, send the same call with the same key, within 24
hours and as the same person. Nothing happens again, and what it was about is answered as it is then. It is the same call
in every form of its path; the same key on another call, or with another body, is 422 \`common.key_reused\`. A refused
write stores nothing, so its key may be used again. Calls that don't list the header ignore it.

## The journey of an order

An order takes these steps and no others. \`steps\` of an order says which of them its hunter may take now; the platform
takes those of \`system\`. Each is refused with 409 \`hiring.moved_on\` from any other stage. *Tells* is the notification that
the hunter gets.

| step | from | to | by | tells |
| --- | --- | --- | --- | --- |
${journey}
`.trim()

/** What each group of calls is about. */
export const TAGS: Record<string, string> = {
  auth: 'Accounts: sign-up, sign-in, sessions, second factors, one’s own data.',
  availability: 'When a project plays: its week, exceptions, and what keeps it busy.',
  budgets: 'Quotes of musicians: viewed, accepted, changed, declined.',
  calendar: 'Gigs, holds and blocks of a musician.',
  calendars:
    'Calendars of other programs: where they read one’s dates, and those that are read for a project.',
  contracts: 'Agreements: signing, deposits, versions, papers.',
  directory: 'Whom one can find: search, public profiles, favourites.',
  events:
    'Events that are on: who has the stage when, performers, schedules, checklist, what both sides say and hand over, the day itself.',
  fees: 'Monthly statements of the platform’s fees: what a project owes it, and how that is paid.',
  files: 'Pictures.',
  home: 'What the home pages show.',
  guardian: 'The adult who opens the account of somebody under age, without one of their own.',
  instruments: 'Instruments and sets of a project.',
  invitations: 'Answers to invitations into a band.',
  maps: 'Where maps get their pictures.',
  media:
    'Sounds of projects, by their addresses; what a project shows is among the projects and in the directory.',
  musician: 'Invitations into a band, as the invited person sees them.',
  notifications: 'What was told to the caller, and how they want to be told.',
  orders: 'The hiring journey: brief, score, plan sonoro, talent, requests.',
  projects: 'Musicians’ projects: solo or band, members, shares.',
  payments: 'How payments may be made here.',
  payouts: 'Where projects are paid what came by card.',
  receipts: 'Receipts of what was paid: who gave which to whom, as a PDF, and those of a year.',
  referrals: 'Who came by the caller’s code, and what both got for it.',
  requests: 'Requests that a project received, and its answers.',
  results: 'What an event achieved, for whoever has the link; for its host it is among the orders.',
  reviews:
    'What hosts and musicians say of each other after an event, and who learns and who teaches after a lesson.',
  services: 'What a project sells.',
  staff:
    'The desk of whoever works for the platform: what waits for them, whom they look up, and what they did.',
  slips: 'Pictures of the slips of transfers, for their two ends.',
  standby: 'What musicians stand by for.',
  subscription: 'What a talent hunter could subscribe to, and what it would have saved them.',
  surveys: 'What who played is asked after an event. The host’s survey and the results are among the orders.',
  membership: 'Plans: what each gives and costs, and how the caller’s stands.',
  threads:
    'Conversations between hunters and musicians, and of students with who teaches them: questions, what is said of an order, everybody at an event, lessons that were booked together.',
  'saved-replies': 'What a musician writes again and again.',
  lessons:
    'Finding a teacher, booking lessons, credits, the teacher’s side; practice, repertoire and objectives of who learns.',
  verification: 'What is checked of a person: a phone by a code, a name by an identity document.',
  support: 'How the people behind the platform are asked.',
  'verify-contract': 'Whether a copy of an agreement or a certificate is the genuine one.',
}

const LETTER = 'by a letter'
/** Of a step of the profile, for whoever has not heard it yet. */
const COMPLETES = 'the caller, once, when every step of their profile is done: `PROFILE_COMPLETED`.'
const TELLS_READERS = 'the open pages of everybody who reads it; nobody by a notification.'

const LEAVES =
  'the hunter of each event at which they were to stand in for somebody, or somebody proposed was to stand in for them: `EVENT_AT_RISK`.'
const VERIFIED =
  'the account whose e-mail it verifies: `INVITE_BAND_MEMBER` of each band that had invited it, and, once, when every step of the profile is done, `PROFILE_COMPLETED`.'

/** Whom a call tells of what it did, besides the answer. Notifications follow what their reader chose for their kind. */
export const TELLS: Record<string, string> = {
  'POST /api/membership/transfer/':
    'nobody; once staff has found it, or hasn’t, the payer: `MEMBERSHIP_CHANGED`, as before a charge is due and when a plan ends.',
  'POST /api/membership/card/':
    'nobody; whenever the card was charged, or wasn’t taken, the payer: `MEMBERSHIP_CHANGED`.',
  'POST /api/fees/:id/transfer/':
    'nobody; once staff has found it, or hasn’t, the owner: `MEMBERSHIP_CHANGED`, as when a month is closed and before it is due.',
  'POST /api/slips/:of/:id/': 'nobody: the other end sees it beside what was recorded.',
  'POST /api/threads/:id/messages/':
    'whoever may answer: `MESSAGE_RECEIVED`, once until they have read; by a letter when they haven’t after ten minutes.',
  'POST /api/support/tickets/': `support, ${LETTER}; the caller once it has answered, ${LETTER} too.`,
  'POST /api/support/tickets/:id/messages/': `support, ${LETTER}; the caller once it has answered, ${LETTER} too.`,
  'POST /api/staff/queue/:kind/:id/decide/':
    'whom the decision concerns, as the kind’s own command does: who asked support by a letter, a payer by `MEMBERSHIP_CHANGED`, both sides of a conversation by their open pages.',
  'POST /api/staff/queue/:kind/:id/take/': 'nobody.',
  'POST /api/staff/look-ups/': 'nobody; it stays in the log.',
  'POST /api/auth/signup/': `the new account, ${LETTER} that verifies its e-mail.`,
  'POST /api/auth/register/musician/': `the new account, ${LETTER} that verifies its e-mail.`,
  'POST /api/auth/register/talent-hunter/': `the new account, ${LETTER} that verifies its e-mail.`,
  'POST /api/auth/verify-email/': VERIFIED,
  'POST /api/auth/password/reset/confirm/': VERIFIED,
  'POST /api/auth/identity/': VERIFIED,
  'PATCH /api/auth/profile/': COMPLETES,
  'PATCH /api/auth/client/': COMPLETES,
  'PATCH /api/projects/:id/': COMPLETES,
  'PUT /api/availability/': COMPLETES,
  'POST /api/auth/email/change/': `both e-mails, ${LETTER}: the new one gets a link, the old one, where it was verified, reads that it was asked for; of one that has an account its owner, ${LETTER} too.`,
  'POST /api/auth/factors/not-me/': `the account, ${LETTER}: which factors are gone.`,
  'POST /api/auth/email/change/confirm/': `the e-mail before, ${LETTER}; the account, as when an e-mail is verified, of bands that had invited it: \`INVITE_BAND_MEMBER\`.`,
  'POST /api/auth/password/reset/': `whoever has that e-mail, ${LETTER} with a link.`,
  'POST /api/projects/:id/invitations/': `the invited e-mail, ${LETTER}; an account that has it also by \`INVITE_BAND_MEMBER\`.`,
  'POST /api/projects/:id/invitations/:invitation_id/resend/': `the invited e-mail, ${LETTER}.`,
  'DELETE /api/projects/:id/members/:member_id/': LEAVES,
  'POST /api/projects/:id/leave/': LEAVES,
  'POST /api/projects/:id/transfer/': 'the member: `OWNERSHIP_RECEIVED`.',
  'DELETE /api/projects/:id/transfer/': 'the member whom it was offered to: `OWNERSHIP_RECEIVED`.',
  'POST /api/projects/:id/transfer/answer/': 'who offered it: `OWNERSHIP_RECEIVED`.',
  'PATCH /api/invitations/:id/accept/': 'the owner of the band: `INVITE_BAND_CONFIRMED`.',
  'POST /api/invitations/link/': 'the owner of the band: `INVITE_BAND_CONFIRMED`.',
  'POST /api/orders/': 'the hunter: `BRIEF_INITIATED`.',
  'POST /api/orders/:id/submit/': 'the hunter: `BRIEF_VALIDATED` and `OBJECTIVE_SCORE_READY`.',
  'POST /api/orders/:id/plan/':
    'the hunter: `PLAN_SONORO_CREATED`; once an order, where it repeats, also `CONTINUOUS_PLAN_OFFERED`.',
  'POST /api/orders/:id/approve/':
    'the hunter: `TALENT_RECOMMENDED`, or `STRATEGY_ADJUSTMENT_REQUESTED` when a moment that is required finds nobody.',
  'POST /api/orders/:id/adjust/':
    'the hunter: `TALENT_RECOMMENDED`; where nobody is missing without what was dropped `TALENT_AVAILABILITY_CONFIRMED`, or, with everything signed and paid, `MUSICIANS_CONFIRMED` and `PROGRESS_TRACKING_ACTIVE`.',
  'POST /api/orders/:id/scout/':
    'the hunter and the owner of each project that is asked: `SCOUTING_INITIATED`.',
  'POST /api/orders/ask/': 'the hunter and the owner of the project that is asked: `SCOUTING_INITIATED`.',
  'POST /api/orders/:id/ask/': 'the hunter and the owner of the project that is asked: `SCOUTING_INITIATED`.',
  'POST /api/orders/:id/change/': 'the hunter: `STRATEGY_ADJUSTMENT_REQUESTED`.',
  'POST /api/orders/:id/cancel/': `the hunter and the owners of the projects that were asked or held, ${LETTER}; who was asked or held, or was told before that it is put off, also by \`SCOUTING_INITIATED\`, who has an agreement by \`TALENT_AVAILABILITY_CONFIRMED\` and its hunter by \`CONTRACT_READY\`; a hunter without an agreement by \`STRATEGY_ADJUSTMENT_REQUESTED\`; who stands by: \`SCOUTING_INITIATED\`.`,
  'POST /api/orders/:id/postpone/': `the hunter, ${LETTER} and by \`STRATEGY_ADJUSTMENT_REQUESTED\`; the owners of the projects that were asked or held, ${LETTER} and by \`SCOUTING_INITIATED\`, who has an agreement by \`TALENT_AVAILABILITY_CONFIRMED\`; who stands by: \`SCOUTING_INITIATED\`.`,
  'PATCH /api/orders/:id/address/':
    'who plays an event that was confirmed without its street: `TALENT_AVAILABILITY_CONFIRMED`; before that nobody.',
  'POST /api/orders/:id/reschedule/':
    'the hunter and the owner of each project that had agreed and is asked again: `SCOUTING_INITIATED`; where a moment that is required has nobody also the hunter: `STRATEGY_ADJUSTMENT_REQUESTED`. With nobody to ask the hunter: `PLAN_SONORO_CREATED`.',
  'POST /api/orders/:id/requests/:request/withdraw/': `the owner of the project, ${LETTER}; by \`SCOUTING_INITIATED\` when a quote is to be written anew for what is left; nobody where an unanswered moment leaves a request that goes on.`,
  'POST /api/requests/:id/available/':
    'the hunter: `SCOUTING_INITIATED`; once every required moment is held also `TALENT_AVAILABILITY_CONFIRMED`.',
  'POST /api/requests/:id/unavailable/':
    'the hunter: `SCOUTING_INITIATED`; where nobody else can be waited for also `STRATEGY_ADJUSTMENT_REQUESTED`.',
  'POST /api/budgets/:id/accept/': `the owner of the project and those of its rivals for the moments, ${LETTER}, or by \`SCOUTING_INITIATED\` who is to quote anew for what is left; with the last one everybody whose agreement waits for their signature, ${LETTER} and \`TALENT_AVAILABILITY_CONFIRMED\`.`,
  'POST /api/budgets/:id/changes/': 'the owner of the project: `SCOUTING_INITIATED`.',
  'POST /api/budgets/:id/revise/': 'the hunter: `SCOUTING_INITIATED`.',
  'POST /api/budgets/:id/withdraw/':
    'the hunter: `SCOUTING_INITIATED`; where nobody else can be waited for also `STRATEGY_ADJUSTMENT_REQUESTED`.',
  'POST /api/budgets/:id/decline/': `the owner of the project, ${LETTER}.`,
  'POST /api/contracts/:id/sign/': `both sides, once both have signed and a deposit is due, ${LETTER}, the hunter also by \`PAYMENT_DUE\`; the hunter, where the musician signs first: \`CONTRACT_READY\`; with the last agreement the hunter: \`MUSICIANS_CONFIRMED\`, and \`PROGRESS_TRACKING_ACTIVE\` once its checklist is open, and the musicians ${LETTER} and \`TALENT_AVAILABILITY_CONFIRMED\`; once somebody stands in for who was lost the hunter: \`EVENT_AT_RISK\`, that nobody is missing.`,
  'PATCH /api/contracts/:id/': `the other side, ${LETTER}; a musician also by \`TALENT_AVAILABILITY_CONFIRMED\`, a hunter by \`CONTRACT_READY\`.`,
  'POST /api/contracts/:id/amendment/': `the other side, ${LETTER}; a musician also by \`TALENT_AVAILABILITY_CONFIRMED\`, a hunter by \`CONTRACT_READY\`; the hunter by \`EVENT_AT_RISK\` where the musician hasn’t signed it after three days.`,
  'POST /api/contracts/:id/amendment/sign/': `both sides, once both have signed it, ${LETTER}; the hunter, where the musician signs first what they proposed: \`CONTRACT_READY\`.`,
  'DELETE /api/contracts/:id/amendment/': `the other side, ${LETTER}.`,
  'POST /api/contracts/:id/reject/': `the other side, ${LETTER}; the hunter, where a moment that is required has nobody now: \`STRATEGY_ADJUSTMENT_REQUESTED\`.`,
  'POST /api/contracts/:id/withdraw/': `the hunter, ${LETTER}; before everything is signed and paid also by \`STRATEGY_ADJUSTMENT_REQUESTED\`; of an event that is on also by \`EVENT_AT_RISK\`, and whoever else plays, that the stage changed, by \`TALENT_AVAILABILITY_CONFIRMED\`.`,
  'POST /api/contracts/:id/missing/': `the musician, ${LETTER} and \`TALENT_AVAILABILITY_CONFIRMED\`; the hunter: \`EVENT_AT_RISK\`.`,
  'POST /api/events/:id/backups/:backup/ask/':
    'the owner of the project that is asked to stand by: `SCOUTING_INITIATED`; with the last one the hunter: `CONTINGENCY_PLAN_READY`.',
  'POST /api/events/:id/backups/risk/': 'the hunter, with the last one: `CONTINGENCY_PLAN_READY`.',
  'POST /api/standby/:id/answer/': 'the hunter: `SCOUTING_INITIATED`.',
  'POST /api/events/:id/replacements/': 'the owner of the project that is asked: `SCOUTING_INITIATED`.',
  'POST /api/events/:id/substitutes/': 'the hunter: `EVENT_AT_RISK`, with whom the band proposes.',
  'POST /api/events/:id/substitutes/:substitute/answer/':
    'the owner of the band: `EVENT_AT_RISK`; accepted, also who plays and who doesn’t.',
  'DELETE /api/events/:id/substitutes/:substitute/': 'the hunter: `EVENT_AT_RISK`, that nothing changes.',
  'PATCH /api/contracts/:id/pay-to/': `the hunter who has a deposit to pay, ${LETTER} and \`PAYMENT_DUE\`.`,
  'POST /api/contracts/:id/extras/': `the other side, ${LETTER}; a musician also by \`TALENT_AVAILABILITY_CONFIRMED\`, a hunter by \`PAYMENT_DUE\`.`,
  'POST /api/contracts/:id/extras/:extra/accept/': `the other side, ${LETTER}; a musician also by \`TALENT_AVAILABILITY_CONFIRMED\`, a hunter by \`PAYMENT_DUE\`.`,
  'DELETE /api/contracts/:id/extras/:extra/': `of an extra the other side, ${LETTER}; of a tip nobody.`,
  'POST /api/contracts/:id/tips/': 'nobody, until it is paid, or recorded as paid.',
  'POST /api/contracts/:id/payments/:kind/': `the other side, ${LETTER}; a musician also by \`TALENT_AVAILABILITY_CONFIRMED\`, a hunter by \`PAYMENT_DUE\`.`,
  'DELETE /api/contracts/:id/payments/:kind/': `the other side, ${LETTER}; a hunter also by \`PAYMENT_DUE\`.`,
  'POST /api/contracts/:id/payments/:kind/confirm/': `who recorded it: \`PAYMENT_RECEIVED\`. Of a deposit, once everything is signed and paid, also the musicians, ${LETTER} and \`TALENT_AVAILABILITY_CONFIRMED\`, and the hunter: \`MUSICIANS_CONFIRMED\`, \`PROGRESS_TRACKING_ACTIVE\` once its checklist is open, and, where somebody stands in for who was lost, \`EVENT_AT_RISK\`, that nobody is missing. Of what was played the musician: \`PAYOUT_RELEASED\`.`,
  'POST /api/contracts/:id/payments/:kind/card/': `nobody; once it is paid the musician, ${LETTER}, and whoever is told of a confirmed payment; the hunter, ${LETTER}, when no card is taken.`,
  'POST /api/contracts/:id/payments/:kind/card/check/':
    'whoever is told of what the provider says: that it was paid, or that no card was taken.',
  'DELETE /api/contracts/:id/payments/:kind/card/': 'nobody.',
  'POST /api/payouts/:id/': 'nobody.',
  'POST /api/lessons/': 'the teacher: `LESSON_REQUESTED`.',
  'POST /api/lessons/series/': 'the teacher: `LESSON_REQUESTED`.',
  'POST /api/lessons/series/:id/answer/':
    'the student: `LESSON_CONFIRMED`, or `LESSON_CHANGED` when declined.',
  'POST /api/lessons/:id/steps/':
    'the other side: `LESSON_CONFIRMED` when accepted, else `LESSON_CHANGED`; the student also of a lesson more.',
  'POST /api/lessons/:id/move/': 'the other side: `LESSON_CHANGED`.',
  'PUT /api/lessons/:id/sheet/':
    'the student, when a lesson that is certain is to be held at another place: `LESSON_CHANGED`.',
  'PUT /api/lessons/settings/':
    'the students whose lessons to come are to be held at another place: `LESSON_CHANGED`.',
  'POST /api/lessons/:id/substitutes/': 'the other teacher: `LESSON_REQUESTED`.',
  'POST /api/lessons/substitutes/:id/answer/':
    'of the other teacher’s yes the student and who proposed it, of a no who proposed it: `LESSON_CHANGED`; of the student’s yes both teachers: `LESSON_CONFIRMED`, of a no `LESSON_CHANGED`.',
  'DELETE /api/lessons/substitutes/:id/':
    'the other teacher, and the student who was asked: `LESSON_CHANGED`.',
  'POST /api/lessons/packages/': 'the teacher: `LESSON_REQUESTED`.',
  'POST /api/lessons/packages/:id/refund/': 'the student: `LESSON_CHANGED`.',
  'POST /api/lessons/payments/:of/:id/': 'the other side: `LESSON_CHANGED`.',
  'POST /api/lessons/payments/:of/:id/confirm/': 'of a package, the student: `LESSON_CONFIRMED`.',
  'DELETE /api/lessons/payments/:of/:id/': 'the other side: `LESSON_CHANGED`.',
  'POST /api/lessons/payments/:of/:id/card/':
    'nobody; once it is paid the teacher, and of a package the student: `LESSON_CONFIRMED`; the student when no card is taken: `LESSON_CHANGED`.',
  'POST /api/lessons/payments/:of/:id/card/check/':
    'whoever is told of what the provider says: that it was paid, or that no card was taken.',
  'DELETE /api/lessons/payments/:of/:id/card/': 'nobody.',
  'POST /api/lessons/holidays/': 'the students whose lessons are moved or cancelled: `LESSON_CHANGED`.',
  'POST /api/lessons/holidays/preview/': 'nobody.',
  'POST /api/lessons/progress/:id/assignments/': 'the student: `ASSIGNMENT_GIVEN`.',
  'POST /api/lessons/certificates/': 'nobody.',
  'POST /api/lessons/assignments/:id/step/':
    'the teacher when it is turned in, the student when it is accepted or asked for once more: `ASSIGNMENT_GIVEN`.',
  'PUT /api/events/:id/facts/': 'the open pages of everybody who plays; nobody by a notification.',
  'PUT /api/events/:id/facts/:project/':
    'the open pages of the host and of that project’s people; nobody by a notification.',
  'POST /api/events/:id/documents/': TELLS_READERS,
  'PATCH /api/events/:id/documents/:document/': TELLS_READERS,
  'DELETE /api/events/:id/documents/:document/': TELLS_READERS,
  'POST /api/events/:id/day/':
    'everybody’s open pages; the host, or the owners of the projects, of a delay or a problem: `EVENT_AT_RISK`, the same kind once in five minutes, a longer delay at once.',
  'DELETE /api/events/:id/day/:report/': 'everybody’s open pages; what was notified of it goes.',
  'POST /api/orders/:id/continuous/': 'the hunter: `CONTINUOUS_PLAN_READY`.',
  'POST /api/reviews/rounds/:id/':
    'the other side: `REVIEW_REQUESTED`; with the second one both: `REVIEW_PUBLISHED`, as when the time is over, and three days before that who hasn’t written: `REVIEW_REQUESTED`.',
  'POST /api/orders/:id/survey/send/':
    'the hunter: `EVENT_RESULTS_READY`, unless the results were there before; by the clock then `BENCHMARKING_READY`, where enough events are like theirs, `ROI_RECOMMENDATIONS_READY`, and thirty days later, to who wants offers, `SUBSCRIPTION_UPSELL`.',
}

const UNCHANGED = 'What the caller has is the same (If-None-Match).'

/** Statuses that can't be told from the contract of a call. */
export const ALSO: Record<string, Record<number, string>> = {
  'POST /api/auth/login/': { 401: 'E-mail or password is wrong.' },
  'POST /api/auth/identity/start/': { 404: 'No identity provider is configured.' },
  'POST /api/auth/identity/nonce/': { 404: 'No identity provider is configured.' },
  'POST /api/auth/identity/': {
    403: 'The identity provider doesn’t vouch for it.',
    404: 'No identity provider is configured.',
  },
  'POST /api/auth/export/link/': { 404: 'There is no copy, or it has run out.' },
  'GET /api/auth/export/download/': { 404: 'The address has run out, or there is no copy.' },
  'GET /api/calendars/feed.ics': { 304: UNCHANGED, 404: 'The address is none, or none any more.' },
  'GET /api/results/shared/': { 404: 'The key is none, or none any more.' },
  'GET /api/files/:id/': { 304: UNCHANGED },
  'GET /api/files/:id/:size/': { 304: UNCHANGED },
}
