import {
  CalendarDays,
  CalendarRange,
  Clock,
  Compass,
  CreditCard,
  FileText,
  Gift,
  Guitar,
  House,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Music2,
  Sparkles,
  Users,
  Wallet,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { GuardedPage } from './guard.ts'

export type Account = 'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN'

/** One row of the route table: all that the router, the guard and the menu know of a page. */
export interface Page extends GuardedPage {
  path: string
  /** Key of its title in namespace common, under `titles`. */
  title: string
  layout: 'side-menu' | 'empty'
  /** Stands in the menu. */
  isFunctionality?: boolean
  /** In whose menu it stands; everybody's unless said. */
  allowedAccounts?: readonly Account[]
  /** What the page shows needs; `read:<page>` unless said. */
  requiredPermissions?: readonly string[]
  /** Bottom of the menu: support and logout only. */
  isBottom?: boolean
  icon?: LucideIcon
  /** Sent on to another path, without a page of its own. */
  redirect?: string
  load?: () => Promise<ComponentType>
}

const coming = (page: string) => async () => {
  const { ComingPage } = await import('./pages/ComingPage.tsx')
  return () => <ComingPage page={page} />
}

/** A page with an entry in the side menu. */
const inMenu = (page: Omit<Page, 'layout' | 'isFunctionality'>): Page => ({
  ...page,
  layout: 'side-menu',
  isFunctionality: true,
})

/** A page for everybody, signed in or not. */
const forAll = (page: Omit<Page, 'isPublic' | 'allowWhenIsAuthenticated'>): Page => ({
  ...page,
  isPublic: true,
  allowWhenIsAuthenticated: true,
})

const HUNTERS = ['TALENT_HUNTER'] as const
const MUSICIANS = ['MUSICIAN'] as const
const STUDENTS = ['STUDENT'] as const
const PLAYERS = ['MUSICIAN', 'STUDENT'] as const

/** Every page (rule R-1), in the order of the menu. */
export const ALL_PAGES: readonly Page[] = [
  forAll({ path: '/', page: 'root', title: 'welcome', layout: 'empty', redirect: '/welcome' }),
  {
    path: '/welcome',
    page: 'welcome',
    title: 'welcome',
    layout: 'empty',
    isPublic: true,
    load: async () => (await import('#features/home/web/WelcomePage.tsx')).WelcomePage,
  },

  // Homes
  inMenu({
    path: '/talent-hunter',
    page: 'talent-hunter',
    title: 'home',
    allowedAccounts: HUNTERS,
    icon: House,
    load: async () => (await import('#features/home/web/TalentHunterHomePage.tsx')).TalentHunterHomePage,
  }),
  inMenu({
    path: '/music',
    page: 'music',
    title: 'home',
    allowedAccounts: MUSICIANS,
    icon: House,
    load: async () => (await import('#features/home/web/MusicHomePage.tsx')).MusicHomePage,
  }),
  inMenu({
    path: '/student',
    page: 'student',
    title: 'home',
    allowedAccounts: STUDENTS,
    icon: House,
    load: coming('student'),
  }),

  // A talent hunter's
  inMenu({
    path: '/order',
    page: 'order',
    title: 'order',
    allowedAccounts: HUNTERS,
    icon: Sparkles,
    load: async () => (await import('./OrderRoute.tsx')).OrderRoute,
  }),
  inMenu({
    path: '/musics',
    page: 'musics',
    title: 'musics',
    allowedAccounts: HUNTERS,
    icon: Compass,
    load: async () => (await import('#features/directory/web/MusicsPage.tsx')).MusicsPage,
  }),
  inMenu({
    path: '/events',
    page: 'events',
    title: 'events',
    allowedAccounts: HUNTERS,
    icon: CalendarRange,
    load: async () => (await import('./EventsRoute.tsx')).EventsRoute,
  }),
  {
    path: '/results/:id',
    page: 'events:results',
    title: 'results',
    layout: 'side-menu',
    load: async () => (await import('#features/results/web/ResultsPage.tsx')).ResultsPage,
  },
  inMenu({
    path: '/suscription',
    page: 'suscription',
    title: 'suscription',
    allowedAccounts: HUNTERS,
    icon: CreditCard,
    load: coming('suscription'),
  }),

  // A musician's and a student's
  inMenu({
    path: '/calendar',
    page: 'calendar',
    title: 'calendar',
    allowedAccounts: PLAYERS,
    icon: CalendarDays,
    load: async () => (await import('./CalendarRoute.tsx')).CalendarRoute,
  }),
  {
    path: '/survey/:id',
    page: 'calendar:survey',
    title: 'survey',
    layout: 'side-menu',
    load: async () => (await import('#features/results/web/MusicianSurveyPage.tsx')).MusicianSurveyPage,
  },
  inMenu({
    path: '/availability',
    page: 'availability',
    title: 'availability',
    allowedAccounts: PLAYERS,
    icon: Clock,
    load: async () => (await import('#features/availability/web/AvailabilityPage.tsx')).AvailabilityPage,
  }),
  inMenu({
    path: '/services',
    page: 'services',
    title: 'services',
    allowedAccounts: MUSICIANS,
    icon: Music2,
    load: async () => (await import('#features/services/web/ServicesPage.tsx')).ServicesPage,
  }),
  {
    path: '/services/new',
    page: 'new-services',
    title: 'new_services',
    layout: 'side-menu',
    load: async () => (await import('#features/services/web/ServiceFormPage.tsx')).ServiceFormPage,
  },
  {
    path: '/services/:id/edit',
    page: 'edit-service',
    title: 'edit_service',
    layout: 'side-menu',
    load: async () => (await import('#features/services/web/ServiceFormPage.tsx')).ServiceFormPage,
  },
  inMenu({
    path: '/instruments',
    page: 'instruments',
    title: 'instruments',
    allowedAccounts: PLAYERS,
    icon: Guitar,
    load: async () => (await import('#features/instruments/web/InstrumentsPage.tsx')).InstrumentsPage,
  }),
  inMenu({
    path: '/members',
    page: 'members',
    title: 'members',
    allowedAccounts: MUSICIANS,
    icon: Users,
    load: async () => (await import('#features/invitations/web/MembersPage.tsx')).MembersPage,
  }),
  inMenu({
    path: '/budgets',
    page: 'budgets',
    title: 'budgets',
    allowedAccounts: MUSICIANS,
    icon: Wallet,
    load: async () => (await import('./BudgetsRoute.tsx')).BudgetsRoute,
  }),
  inMenu({
    path: '/contracts',
    page: 'contracts',
    title: 'contracts',
    allowedAccounts: MUSICIANS,
    icon: FileText,
    load: async () => (await import('#features/contracts/web/ContractsPage.tsx')).ContractsPage,
  }),
  inMenu({
    path: '/membership',
    page: 'membership',
    title: 'membership',
    allowedAccounts: PLAYERS,
    icon: CreditCard,
    load: coming('membership'),
  }),
  inMenu({
    path: '/referrals',
    page: 'referrals',
    title: 'referrals',
    allowedAccounts: PLAYERS,
    icon: Gift,
    load: coming('referrals'),
  }),

  // Profiles
  {
    path: '/profile',
    page: 'profile',
    title: 'profile',
    layout: 'side-menu',
    load: async () => (await import('./ProfileRoute.tsx')).ProfileRoute,
  },
  {
    path: '/edit-profile',
    page: 'edit-profile',
    title: 'edit_profile',
    layout: 'side-menu',
    load: async () => (await import('#features/projects/web/EditProfilePage.tsx')).EditProfilePage,
  },
  {
    path: '/profiles',
    page: 'music-project-profiles',
    title: 'profiles',
    layout: 'side-menu',
    load: async () => (await import('#features/projects/web/ProfilesPage.tsx')).ProfilesPage,
  },
  forAll({
    path: '/profile/musician/:musicProjectId',
    page: 'musician-public-profile',
    title: 'musician_public_profile',
    // The menu is for whoever is signed in.
    layout: 'side-menu',
    load: async () => (await import('#features/directory/web/PublicProfilePage.tsx')).PublicProfilePage,
  }),
  forAll({
    path: '/musicos/:city/:genre?',
    page: 'musicians-in-place',
    title: 'musicians_in_place',
    layout: 'side-menu',
    load: async () => (await import('#features/directory/web/PlacePage.tsx')).PlacePage,
  }),
  forAll({
    path: '/verify-contract',
    page: 'verify-contract',
    title: 'verify_contract',
    layout: 'side-menu',
    load: async () => (await import('#features/contracts/web/VerifyContractPage.tsx')).VerifyContractPage,
  }),
  {
    path: '/complete-profile',
    page: 'complete-profile',
    title: 'complete_profile',
    layout: 'empty',
    load: async () => (await import('#features/projects/web/CompleteProfilePage.tsx')).CompleteProfilePage,
  },
  {
    path: '/musician-profile-type',
    page: 'musician-profile-type',
    title: 'musician_profile_type',
    layout: 'empty',
    load: async () =>
      (await import('#features/projects/web/MusicianProfileTypePage.tsx')).MusicianProfileTypePage,
  },

  // Coming in and going out
  {
    path: '/signin',
    page: 'signin',
    title: 'signin',
    layout: 'empty',
    isPublic: true,
    load: async () => (await import('#features/accounts/web/SignInPage.tsx')).SignInPage,
  },
  {
    path: '/signup',
    page: 'signup',
    title: 'signup',
    layout: 'empty',
    isPublic: true,
    load: async () => (await import('#features/accounts/web/SignUpPage.tsx')).SignUpPage,
  },
  {
    path: '/signup-music',
    page: 'signup-music',
    title: 'signup',
    layout: 'empty',
    isPublic: true,
    load: async () => (await import('#features/accounts/web/SignUpMusicPage.tsx')).SignUpMusicPage,
  },
  {
    path: '/signup-client',
    page: 'signup-client',
    title: 'signup',
    layout: 'empty',
    isPublic: true,
    load: async () => (await import('#features/accounts/web/SignUpClientPage.tsx')).SignUpClientPage,
  },
  {
    path: '/signup-client-update',
    page: 'signup-client-update',
    title: 'signup_client_update',
    layout: 'empty',
    load: async () => (await import('./ClientUpdateRoute.tsx')).ClientUpdateRoute,
  },
  {
    path: '/reset-password',
    page: 'reset-password',
    title: 'reset_password',
    layout: 'empty',
    isPublic: true,
    load: async () => (await import('#features/accounts/web/ResetPasswordPage.tsx')).ResetPasswordPage,
  },
  forAll({
    path: '/verify-email',
    page: 'verify-email',
    title: 'verify_email',
    layout: 'empty',
    load: async () => (await import('#features/accounts/web/VerifyEmailPage.tsx')).VerifyEmailPage,
  }),
  {
    path: '/verify-email-check',
    page: 'verify-email-check',
    title: 'verify_email',
    layout: 'empty',
    load: async () => (await import('#features/accounts/web/VerifyEmailCheckPage.tsx')).VerifyEmailCheckPage,
  },
  forAll({
    path: '/invitation',
    page: 'invitation',
    title: 'invitation',
    layout: 'empty',
    load: async () => (await import('#features/invitations/web/InvitationPage.tsx')).InvitationPage,
  }),
  forAll({
    path: '/unsubscribe',
    page: 'unsubscribe',
    title: 'unsubscribe',
    layout: 'empty',
    load: async () => (await import('#features/notifications/web/UnsubscribePage.tsx')).UnsubscribePage,
  }),

  // Bottom of the menu
  inMenu({
    path: '/support',
    page: 'support',
    title: 'support',
    isBottom: true,
    icon: LifeBuoy,
    load: coming('support'),
  }),
  {
    path: '/logout',
    page: 'logout',
    title: 'logout',
    layout: 'empty',
    isFunctionality: true,
    isBottom: true,
    icon: LogOut,
    load: async () => (await import('#features/accounts/web/LogoutPage.tsx')).LogoutPage,
  },

  // When something isn't as it should be
  forAll({
    path: '/not-authorized',
    page: 'not-authorized',
    title: 'not_authorized',
    layout: 'empty',
    load: async () => (await import('./pages/NotAuthorizedPage.tsx')).NotAuthorizedPage,
  }),
  forAll({
    path: '/server-error',
    page: 'server-error',
    title: 'server_error',
    layout: 'empty',
    load: async () => (await import('./pages/ServerErrorPage.tsx')).ServerErrorPage,
  }),
  forAll({
    path: '*',
    page: 'not-found',
    title: 'not_found',
    layout: 'empty',
    load: async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage,
  }),
]
