import { texts, useTexts } from '#core/web/texts.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { HelpSearch } from './HelpSearch.tsx'
import { TicketList } from './TicketList.tsx'
import { helpTexts, ticketTexts } from './texts.ts'

const spoken = texts(helpTexts, ticketTexts)

/** /support: the help inside the house, and what somebody asked. */
export function SupportPage() {
  const { t } = useTexts(spoken)
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title={t('help.title')}
        eyebrow={t('tickets.eyebrow')}
        actions={<LinkButton to="/tickets/new">{t('tickets.ask')}</LinkButton>}
      />
      <HelpSearch />
      <section aria-labelledby="own-tickets">
        <h2 id="own-tickets" className="title-card mb-3">
          {t('tickets.title')}
        </h2>
        <TicketList />
      </section>
    </div>
  )
}
