import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './queryClient.ts'
import { textsAreHere } from './texts.ts'

/**
 * Asks something in a dialog above whatever page is open, which stays as it was and needn't know of it.
 * @param show the dialog; it says what came of it
 */
export async function askApart<Answer>(
  show: (answer: (given: Answer) => void) => ReactNode,
): Promise<Answer> {
  await textsAreHere()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  try {
    return await new Promise<Answer>((resolve) => {
      root.render(
        <QueryClientProvider client={queryClient}>
          <Suspense fallback={null}>{show(resolve)}</Suspense>
        </QueryClientProvider>,
      )
    })
  } finally {
    root.unmount()
    place.remove()
  }
}
