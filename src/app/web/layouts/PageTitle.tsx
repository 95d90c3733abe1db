import { texts, useTexts } from '#core/web/texts.ts'
import { appTexts } from '../texts.ts'

const spoken = texts(appTexts)

/** The document's title, from the route table. */
export function PageTitle({ title }: { title: string }) {
  const { t, word } = useTexts(spoken)
  return <title>{`${word('titles', title)} · ${t('app.name')}`}</title>
}
