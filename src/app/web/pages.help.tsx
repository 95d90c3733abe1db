import { forAll, type Page } from './page.tsx'

/** Rows of the route table for everybody: the help, by which rules the product is used, and whom to ask. */
export const HELP_PAGES: readonly Page[] = [
  forAll({
    path: '/help',
    page: 'help',
    title: 'help',
    layout: 'side-menu',
    load: async () => (await import('#features/support/web/HelpPages.tsx')).HelpPage,
  }),
  forAll({
    path: '/help/:article',
    page: 'help:article',
    title: 'help',
    layout: 'side-menu',
    load: async () => (await import('#features/support/web/HelpPages.tsx')).HelpArticlePage,
  }),
  // Everybody's who has an account: those who hire have no page of support.
  {
    path: '/tickets',
    page: 'profile:tickets',
    title: 'tickets',
    layout: 'side-menu',
    load: async () => (await import('#features/support/web/TicketPages.tsx')).TicketsPage,
  },
  {
    path: '/tickets/new',
    page: 'profile:new-ticket',
    title: 'new_ticket',
    layout: 'side-menu',
    load: async () => (await import('#features/support/web/NewTicketPage.tsx')).NewTicketPage,
  },
  {
    path: '/tickets/:id',
    page: 'profile:ticket',
    title: 'tickets',
    layout: 'side-menu',
    load: async () => (await import('#features/support/web/TicketPages.tsx')).TicketPage,
  },
  forAll({
    path: '/terms',
    page: 'terms',
    title: 'terms',
    layout: 'side-menu',
    load: async () => (await import('#features/support/web/LegalPages.tsx')).TermsPage,
  }),
  forAll({
    path: '/privacy',
    page: 'privacy',
    title: 'privacy',
    layout: 'side-menu',
    load: async () => (await import('#features/support/web/LegalPages.tsx')).PrivacyPage,
  }),
  forAll({
    path: '/contact',
    page: 'contact',
    title: 'contact',
    layout: 'side-menu',
    load: async () => (await import('#features/support/web/ContactPage.tsx')).ContactPage,
  }),
]
