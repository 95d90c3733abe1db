import { QueryClient } from '@tanstack/react-query'
import type { Resource } from 'i18next'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Route, Routes } from 'react-router'
import type { Endpoint } from '#core/contract/endpoint.ts'
import type { Language } from '#core/contract/language.ts'
import { ask, askPages, urlOf } from '#core/web/ask.ts'
import { StageArt } from '#core/web/ui/StageArt.tsx'
import { VerifyContractPage } from '#features/contracts/web/VerifyContractPage.tsx'
import { listGenres, listTowns, readPublicProfile, searchProjects } from '#features/directory/contract.ts'
import { PlacePage } from '#features/directory/web/PlacePage.tsx'
import { PressKitPage } from '#features/directory/web/PressKitPage.tsx'
import { PublicProfilePage } from '#features/directory/web/PublicProfilePage.tsx'
import { placeAsked } from '#features/directory/web/placeAsked.ts'
import { profileAsked } from '#features/directory/web/profileAsked.ts'
import { readProjectMedia } from '#features/media/contract.ts'
import { readSharedResults } from '#features/results/contract.share.ts'
import { SharedResultsPage } from '#features/results/web/SharedResultsPage.tsx'
import { listProjectReviews } from '#features/reviews/contract.ts'
import { firstReviews } from '#features/reviews/web/firstReviews.ts'
import { ProfileReviews } from '#features/reviews/web/ProfileReviews.tsx'
import { readContact } from '#features/support/contract.ts'
import { articleOf } from '#features/support/rules.articles.ts'
import { ContactPage } from '#features/support/web/ContactPage.tsx'
import { HelpArticlePage, HelpPage } from '#features/support/web/HelpPages.tsx'
import { PrivacyPage, TermsPage } from '#features/support/web/LegalPages.tsx'
import { drawPage, speaking } from './drawing.tsx'

/*
 * Public pages as the server draws them at each request, so that they can be read before any script runs, or without
 * one. The build makes one file of this (dist/server/found.js); app/server/found.ts fetches what a page asks for, has it
 * drawn, and the app takes over in the browser with the same answers.
 */

type Params = Record<string, string | undefined>

/** What a page asks the server first: where, and under which key its answer is remembered. */
export interface Question {
  url: string
  key: readonly unknown[]
  /** A list that comes in pages. */
  isList?: true
  /** Of nothing of it there is no page to be found. */
  isAll?: true
}

interface Found {
  Content: ComponentType
  /** Null where the address can't be anything's. */
  questions(params: Params, query: URLSearchParams): Question[] | null
}

const question = <E extends Endpoint>(endpoint: E, input: Parameters<typeof ask<E>>[1]): Question => ({
  url: urlOf(endpoint, input),
  key: ask(endpoint, input).queryKey,
})

/** The first page of a list; the list is remembered by its pages. */
const firstPage = <E extends Endpoint>(endpoint: E, input: Parameters<typeof askPages<E>>[1]): Question => ({
  url: urlOf(endpoint, input),
  key: askPages(endpoint, input).queryKey,
  isList: true,
})

/** The first page of the list that a page is made of. */
const allOfIt = <E extends Endpoint>(endpoint: E, input: Parameters<typeof askPages<E>>[1]): Question => ({
  ...firstPage(endpoint, input),
  isAll: true,
})

/** By their path in the route table. */
const FOUND: Record<string, Found> = {
  '/profile/musician/:musicProjectId': {
    Content: () => <PublicProfilePage Reviews={ProfileReviews} />,
    questions({ musicProjectId = '' }, query) {
      const { input } = profileAsked(musicProjectId, query)
      return (
        input && [
          question(readPublicProfile, input),
          question(readProjectMedia, { params: input.params }),
          firstPage(listProjectReviews, firstReviews(input.params.id)),
        ]
      )
    },
  },
  '/profile/musician/:musicProjectId/press': {
    Content: PressKitPage,
    questions({ musicProjectId = '' }, query) {
      const { input } = profileAsked(musicProjectId, query)
      return (
        input && [
          question(readPublicProfile, { params: input.params, query: {} }),
          question(readProjectMedia, { params: input.params }),
        ]
      )
    },
  },
  '/musicos/:city/:genre?': {
    Content: PlacePage,
    questions(params, query) {
      const asked = placeAsked(params, query)
      return (
        asked && [
          allOfIt(searchProjects, { query: asked.query }),
          question(listTowns, {}),
          question(listGenres, { query: { city: asked.town } }),
        ]
      )
    },
  },
  '/help': { Content: HelpPage, questions: () => [] },
  '/help/:article': {
    Content: HelpArticlePage,
    questions: ({ article }) => (articleOf(article) ? [] : null),
  },
  '/terms': { Content: TermsPage, questions: () => [] },
  '/privacy': { Content: PrivacyPage, questions: () => [] },
  '/contact': { Content: ContactPage, questions: () => [question(readContact, {})] },
  '/verify-contract': { Content: VerifyContractPage, questions: () => [] },
  '/shared-results': {
    Content: SharedResultsPage,
    questions(_params, query) {
      const key = query.get('key')
      return key ? [question(readSharedResults, { query: { key } })] : null
    },
  },
}

/** The pages that are drawn, as the route table has them. */
export const paths = Object.keys(FOUND)

/** What a page asks; null where the address can't be anything's. */
export const questionsOf = (path: string, params: Params, query: URLSearchParams): Question[] | null =>
  FOUND[path]?.questions(params, query) ?? null

/**
 * Draws a page for somebody who isn't signed in.
 * @param page.path as the route table has it; `url` as it was asked for
 * @param page.origin where the pages are, for tags that name whole addresses
 * @param page.answers to its questions, in their order
 * @returns what goes into the head and into the body; the app finds the answers beside what is drawn
 */
export async function draw(page: {
  path: string
  url: string
  language: Language
  origin: string
  resources: Resource
  questions: readonly Question[]
  answers: readonly unknown[]
}): Promise<{ head: string; body: string }> {
  const Content = FOUND[page.path]?.Content
  if (!Content) throw new Error(`Nothing draws ${page.path}`)
  const client = new QueryClient()
  const known = page.questions.map(({ key, isList }, at) => {
    const answer = page.answers[at]
    return [key, isList ? { pages: [answer], pageParams: [null] } : answer] as const
  })
  for (const [key, answer] of known) client.setQueryData(key, answer)
  const { head, body } = drawPage(
    <Routes>
      <Route path={page.path} element={<Content />} />
    </Routes>,
    {
      texts: await speaking(page.language, page.resources),
      address: page.url,
      origin: page.origin,
      client,
    },
  )
  client.clear()
  const answers = `<script type="application/json" id="drawn">${inScript(known)}</script>`
  return { head, body: `<div id="root">${body}</div>${answers}` }
}

/** JSON that may stand inside a script tag. */
const inScript = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c')

/** The stage as the brand draws it for a name, as an SVG of its own. */
export const stageOf = (name: string, size: { width: number; height: number }): string =>
  renderToStaticMarkup(<StageArt seed={name} bars={34} fit="contain" />).replace(
    '<svg',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"`,
  )
