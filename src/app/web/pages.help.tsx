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
