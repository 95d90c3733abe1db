import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createInstance, type i18n, type Resource } from 'i18next'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Language } from '#core/contract/language.ts'
import { Origin } from '#core/web/origin.ts'
import { NAMESPACES, OwnTexts } from '#core/web/texts.ts'

/* How pages are drawn without a browser: those that are drawn ahead of time, and those that the server draws. */

/** What a page says, by texts and language: made once, as it takes longer than drawing the page. */
const speakers = new WeakMap<Resource, Map<Language, Promise<i18n>>>()

/** The words of a language, out of every text by language and namespace. */
export function speaking(language: Language, resources: Resource): Promise<i18n> {
  const known = speakers.get(resources) ?? new Map<Language, Promise<i18n>>()
  speakers.set(resources, known)
  const speaker = known.get(language) ?? speakerOf(language, resources)
  known.set(language, speaker)
  return speaker
}

async function speakerOf(language: Language, resources: Resource): Promise<i18n> {
  const speaker = createInstance()
  await speaker.init({
    lng: language,
    fallbackLng: false,
    ns: [...NAMESPACES],
    defaultNS: 'common',
    resources,
    interpolation: { escapeValue: false },
  })
  return speaker
}

/**
 * A page as markup, for somebody who isn't signed in.
 * @param around.address the path and query that the page is at
 * @param around.origin where the pages are, for tags that name whole addresses
 * @param around.client the answers that the page has already
 * @returns what goes into the head, where the app puts its own in its place, and what goes into the body
 */
export function drawPage(
  page: ReactNode,
  around: { texts: i18n; address: string; origin: string; client?: QueryClient },
): { head: string; body: string } {
  const markup = renderToStaticMarkup(
    <Origin value={around.origin}>
      <OwnTexts value={around.texts}>
        <QueryClientProvider client={around.client ?? new QueryClient()}>
          <StaticRouter location={around.address}>{page}</StaticRouter>
        </QueryClientProvider>
      </OwnTexts>
    </Origin>,
  )
  // React puts what belongs into the head in front of the markup.
  const [head = ''] = /^(?:<(?:meta|link)[^>]*>|<title[^>]*>.*?<\/title>)*/.exec(markup) ?? []
  return { head: head.replace(/<(meta|link|title)\b/g, '<$1 data-drawn'), body: markup.slice(head.length) }
}
