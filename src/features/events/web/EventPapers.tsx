import { texts, useTexts } from '#core/web/texts.ts'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { readDocument } from '#features/contracts/contract.papers.ts'
import { readSheet } from '../contract.ts'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

/** The day sheet of an event, to be printed or kept on the phone. */
export function DaySheet({ event_id }: { event_id: number }) {
  const { t } = useTexts(spoken)
  return (
    <DownloadButton endpoint={readSheet} input={{ params: { id: event_id } }}>
      {t('events.download_sheet')}
    </DownloadButton>
  )
}

/** The signed agreement that somebody plays by. */
export function AgreementPaper({ contract_id }: { contract_id: number }) {
  const { t } = useTexts(spoken)
  return (
    <DownloadButton size="sm" variant="quiet" endpoint={readDocument} input={{ params: { id: contract_id } }}>
      {t('events.download_agreement')}
    </DownloadButton>
  )
}
