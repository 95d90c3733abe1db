import { permissionsOf } from '#features/access/rules.ts'
import type { GuardedSession } from './guard.ts'

/*
 * Who may open which page (rules ), as a table: checked against the pure guard in guard.test.ts, and
 * in a real browser in e2e/guard.spec.ts.
 */

const musician: GuardedSession = {
  accountType: 'MUSICIAN',
  verified: true,
  permissions: permissionsOf({ account_type: 'MUSICIAN', project_type: 'INDIVIDUAL', owner: true }),
}
const hunter: GuardedSession = {
  accountType: 'TALENT_HUNTER',
  verified: true,
  permissions: permissionsOf({ account_type: 'TALENT_HUNTER' }),
}

/** Every kind of visitor, in the order of the table's columns. */
export const VISITORS = {
  anonymous: null,
  hunter,
  student: {
    accountType: 'STUDENT',
    verified: true,
    permissions: permissionsOf({ account_type: 'STUDENT' }),
  },
  musician,
  inBand: {
    ...musician,
    permissions: permissionsOf({ account_type: 'MUSICIAN', project_type: 'GROUP', owner: false }),
  },
  bandOwner: {
    ...musician,
    permissions: permissionsOf({ account_type: 'MUSICIAN', project_type: 'GROUP', owner: true }),
  },
  unverified: { ...hunter, verified: false },
} satisfies Record<string, GuardedSession | null>
export type Visitor = keyof typeof VISITORS

type To = string | null
const OK = null
const NO = '/not-authorized'
const IN = '/signin'
const CHECK = '/verify-email-check'

/**
 * Where each is sent who opens a page: anonymous, hunter, student, musician, musician in somebody's band (GROUP
 * active), owner of a band (GROUP active), hunter whose e-mail isn't verified.
 */
export const TABLE: Readonly<Record<string, readonly [To, To, To, To, To, To, To]>> = {
  '/': [OK, OK, OK, OK, OK, OK, OK],
  '/welcome': [OK, '/talent-hunter', NO, '/music', '/music', '/music', CHECK],
  '/signin': [OK, '/talent-hunter', NO, '/music', '/music', '/music', CHECK],
  '/signup': [OK, '/talent-hunter', NO, '/music', '/music', '/music', CHECK],
  '/signup-music': [OK, '/talent-hunter', NO, '/music', '/music', '/music', CHECK],
  '/signup-client': [OK, '/talent-hunter', NO, '/music', '/music', '/music', CHECK],
  '/reset-password': [OK, '/talent-hunter', NO, '/music', '/music', '/music', CHECK],
  '/verify-email': [OK, OK, OK, OK, OK, OK, OK],
  '/not-me': [OK, OK, OK, OK, OK, OK, OK],
  '/new-email': [OK, OK, OK, OK, OK, OK, OK],
  '/invitation': [OK, OK, OK, OK, OK, OK, OK],
  '/guardian': [OK, OK, OK, OK, OK, OK, OK],
  '/unsubscribe': [OK, OK, OK, OK, OK, OK, OK],
  '/not-authorized': [OK, OK, OK, OK, OK, OK, OK],
  '/server-error': [OK, OK, OK, OK, OK, OK, OK],
  '*': [OK, OK, OK, OK, OK, OK, OK],
  '/profile/musician/:musicProjectId': [OK, OK, OK, OK, OK, OK, OK],
  '/profile/musician/:musicProjectId/press': [OK, OK, OK, OK, OK, OK, OK],
  '/musicos/:city/:genre?': [OK, OK, OK, OK, OK, OK, OK],
  '/shared-results': [OK, OK, OK, OK, OK, OK, OK],
  '/help': [OK, OK, OK, OK, OK, OK, OK],
  '/help/:article': [OK, OK, OK, OK, OK, OK, OK],
  '/terms': [OK, OK, OK, OK, OK, OK, OK],
  '/privacy': [OK, OK, OK, OK, OK, OK, OK],
  '/contact': [OK, OK, OK, OK, OK, OK, OK],
  '/verify-contract': [OK, OK, OK, OK, OK, OK, OK],
  '/verify-email-check': [IN, OK, OK, OK, OK, OK, OK],
  '/logout': [IN, OK, OK, OK, OK, OK, OK],
  '/signup-client-update': [IN, OK, NO, NO, NO, NO, CHECK],
  '/complete-profile': [IN, OK, NO, OK, OK, OK, CHECK],
  '/musician-profile-type': [IN, NO, NO, OK, OK, OK, NO],
  '/talent-hunter': [IN, OK, NO, NO, NO, NO, CHECK],
  '/music': [IN, NO, NO, OK, OK, OK, NO],
  '/student': [IN, OK, OK, NO, NO, NO, CHECK],
  '/student/book/:id': [IN, OK, OK, NO, NO, NO, CHECK],
  '/student/progress': [IN, OK, OK, NO, NO, NO, CHECK],
  '/music/students/:id': [IN, NO, NO, OK, OK, OK, NO],
  '/order': [IN, OK, NO, NO, NO, NO, CHECK],
  '/continuous/:id': [IN, OK, NO, NO, NO, NO, CHECK],
  '/musics': [IN, OK, NO, NO, NO, NO, CHECK],
  '/events': [IN, OK, NO, NO, NO, NO, CHECK],
  '/results/:id': [IN, OK, NO, NO, NO, NO, CHECK],
  '/suscription': [IN, OK, NO, NO, NO, NO, CHECK],
  '/calendar': [IN, NO, OK, OK, OK, OK, NO],
  '/messages': [IN, OK, OK, OK, OK, OK, CHECK],
  '/assignments/:id': [IN, NO, OK, OK, OK, OK, NO],
  '/lessons/:id/room': [IN, NO, OK, OK, OK, OK, NO],
  '/tuner': [IN, NO, OK, OK, OK, OK, NO],
  '/survey/:id': [IN, NO, OK, OK, OK, OK, NO],
  '/reviews': [IN, NO, OK, OK, OK, OK, NO],
  '/availability': [IN, NO, OK, OK, OK, OK, NO],
  '/services': [IN, NO, NO, OK, OK, OK, NO],
  '/services/new': [IN, NO, NO, OK, NO, NO, NO],
  '/services/:id/edit': [IN, NO, NO, OK, NO, NO, NO],
  '/instruments': [IN, NO, OK, OK, OK, OK, NO],
  '/members': [IN, NO, NO, OK, NO, OK, NO],
  '/budgets': [IN, NO, NO, OK, OK, OK, NO],
  '/contracts': [IN, NO, NO, OK, OK, OK, NO],
  '/membership': [IN, NO, OK, OK, OK, OK, NO],
  '/referrals': [IN, NO, OK, OK, OK, OK, NO],
  '/staff': [IN, NO, NO, NO, NO, NO, NO],
  '/support': [IN, NO, OK, OK, OK, OK, NO],
  '/tickets': [IN, OK, OK, OK, OK, OK, CHECK],
  '/tickets/new': [IN, OK, OK, OK, OK, OK, CHECK],
  '/tickets/:id': [IN, OK, OK, OK, OK, OK, CHECK],
  '/profile': [IN, OK, OK, OK, OK, OK, CHECK],
  '/edit-profile': [IN, OK, NO, OK, NO, NO, CHECK],
  '/profiles': [IN, NO, NO, OK, OK, OK, NO],
  '/profile/media': [IN, NO, NO, OK, OK, OK, NO],
}
