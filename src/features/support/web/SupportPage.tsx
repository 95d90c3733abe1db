import { texts, useTexts } from '#core/web/texts.ts'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { StillAsking } from './HelpPages.tsx'
import { HelpSearch } from './HelpSearch.tsx'
import { helpTexts } from './texts.ts'

const spoken = texts(helpTexts)

/** /support: the help, inside the house. */
export function SupportPage() {
  const { t } = useTexts(spoken)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('help.title')} eyebrow={t('help.eyebrow')} />
      <HelpSearch />
      <StillAsking />
    </div>
  )
}
