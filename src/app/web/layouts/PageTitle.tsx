import { type ReactNode, useLayoutEffect, useState } from 'react'
import { OwnTitle } from '#core/web/ownTitle.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { appTexts } from '../texts.ts'

const spoken = texts(appTexts)

/** The document's title around a page: the page's own, as long as it has one, else the one of the route table. */
export function PageTitle({ title, children }: { title: string; children: ReactNode }) {
  const { t, word } = useTexts(spoken)
  const [own, setOwn] = useState<string | null>(null)
  // By now ours is there: see takeOver.ts.
  useLayoutEffect(() => document.querySelector('title[data-drawn]')?.remove(), [])
  return (
    <OwnTitle value={setOwn}>
      <title>{own ?? `${word('titles', title)} · ${t('app.name')}`}</title>
      {children}
    </OwnTitle>
  )
}
