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
  MessagesSquare,
  Music2,
  ShieldCheck,
  Sparkles,
  Users,
  Wallet,
} from 'lucide-react'
import { forAll, inMenu, type Page } from './page.tsx'
import { ENTRY_PAGES } from './pages.entry.tsx'
import { HELP_PAGES } from './pages.help.tsx'
import { LESSON_PAGES } from './pages.lessons.tsx'

const HUNTERS = ['TALENT_HUNTER'] as const
const MUSICIANS = ['MUSICIAN'] as const
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
    load: async () => (await import('./MusicRoute.tsx')).MusicRoute,
  }),
  inMenu({
    path: '/student',
    page: 'student',
    title: 'home',
    allowedAccounts: ['STUDENT'],
    icon: House,
    load: async () => (await import('./StudentRoute.tsx')).StudentRoute,
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
  {
    path: '/continuous/:id',
    page: 'order:continuous',
    title: 'continuous',
    layout: 'side-menu',
    load: async () => (await import('#features/hiring/continuous/web/ContinuousPage.tsx')).ContinuousPage,
  },
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
    load: async () => (await import('#features/subscriptions/web/SuscriptionPage.tsx')).SuscriptionPage,
  }),
  inMenu({
    path: '/messages',
    page: 'messages',
    title: 'messages',
    reads: 'profile',
    icon: MessagesSquare,
    load: async () => (await import('#features/threads/web/MessagesPage.tsx')).MessagesPage,
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
  {
    path: '/reviews',
    page: 'calendar:reviews',
    title: 'reviews',
    layout: 'side-menu',
    load: async () => (await import('#features/reviews/web/ReviewsPage.tsx')).ReviewsPage,
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
    load: async () => (await import('./InstrumentsRoute.tsx')).InstrumentsRoute,
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
    load: async () => (await import('./MembershipRoute.tsx')).MembershipRoute,
  }),
  inMenu({
    path: '/referrals',
    page: 'referrals',
    title: 'referrals',
    allowedAccounts: PLAYERS,
    icon: Gift,
    load: async () => (await import('#features/referrals/web/ReferralsPage.tsx')).ReferralsPage,
  }),

  // Of whoever works for the platform, whatever else they are
  inMenu({
    path: '/staff',
    page: 'staff',
    title: 'staff',
    icon: ShieldCheck,
    load: async () => (await import('./StaffRoute.tsx')).StaffRoute,
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
    path: '/profile/media',
    page: 'music-project-profiles:media',
    title: 'profile_media',
    layout: 'side-menu',
    load: async () => (await import('#features/media/web/MediaPage.tsx')).MediaPage,
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
    load: async () => (await import('./ProfilesRoute.tsx')).ProfilesRoute,
  },
  forAll({
    path: '/profile/musician/:musicProjectId',
    page: 'musician-public-profile',
    title: 'musician_public_profile',
    // The menu is for whoever is signed in.
    layout: 'side-menu',
    load: async () => (await import('./PublicProfileRoute.tsx')).PublicProfileRoute,
  }),
  forAll({
    path: '/profile/musician/:musicProjectId/press',
    page: 'musician-press-kit',
    title: 'musician_press_kit',
    layout: 'side-menu',
    load: async () => (await import('#features/directory/web/PressKitPage.tsx')).PressKitPage,
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
  forAll({
    path: '/shared-results',
    page: 'shared-results',
    title: 'shared_results',
    layout: 'side-menu',
    isUnlisted: true,
    load: async () => (await import('#features/results/web/SharedResultsPage.tsx')).SharedResultsPage,
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
    load: async () => (await import('./ProfileTypeRoute.tsx')).ProfileTypeRoute,
  },

  ...ENTRY_PAGES,

  ...HELP_PAGES,

  ...LESSON_PAGES,

  // Bottom of the menu
  inMenu({
    path: '/support',
    page: 'support',
    title: 'support',
    isBottom: true,
    icon: LifeBuoy,
    load: async () => (await import('#features/support/web/SupportPage.tsx')).SupportPage,
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
