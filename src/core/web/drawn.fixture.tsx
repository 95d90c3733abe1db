import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { afterAll, beforeAll, vi } from 'vitest'
import { startTexts } from './i18n.ts'

/* Components in unit tests: drawn as the server would draw them, with all that they wait for, and read as text. */

/** Starts the texts in Spanish for the tests of a file. */
export function inSpanish() {
  beforeAll(async () => {
    // What a page has and a test lacks: the document whose language follows.
    vi.stubGlobal('document', { documentElement: {} })
    vi.stubGlobal('window', {})
    vi.stubGlobal('dispatchEvent', () => true)
    await startTexts('es')
  })
  afterAll(() => vi.unstubAllGlobals())
}

/**
 * A part of a page as markup.
 * @param options.client knows the answers that are there already
 * @param options.at the address of the page
 */
export async function drawn(
  element: ReactNode,
  { client = new QueryClient(), at = '/' }: { client?: QueryClient; at?: string } = {},
): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location={at}>
      <QueryClientProvider client={client}>
        <Suspense>{element}</Suspense>
      </QueryClientProvider>
    </StaticRouter>,
  )
  return (await new Response(prelude).text()).replace(/<!-- -->/g, '')
}

/** What of markup is read: its text, with one space between its parts. */
export const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
