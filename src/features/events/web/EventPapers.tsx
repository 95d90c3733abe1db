import { Fragment } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { readDocument } from '#features/contracts/contract.papers.ts'
import { AgreementReceipts } from '#features/receipts/web/ReceiptButton.tsx'
import { readSheet } from '../contract.ts'
import { eventTexts } from './texts.ts'

const spoken = texts(eventTexts)

/** The whole day sheet of an event, to be printed or kept on the phone. */
export function DaySheet({ event_id }: { event_id: number }) {
  const { t } = useTexts(spoken)
  return (
    <DownloadButton endpoint={readSheet} input={{ params: { id: event_id } }}>
      {t('events.download_sheet')}
    </DownloadButton>
  )
}

/** The signed agreements that somebody plays by, mostly one, and the receipts of what was paid for them. */
export function AgreementPapers({ contract_ids }: { contract_ids: readonly number[] }) {
  const { t } = useTexts(spoken)
  return contract_ids.map((id, at) => (
    <Fragment key={id}>
      <DownloadButton size="sm" variant="quiet" endpoint={readDocument} input={{ params: { id } }}>
        {contract_ids.length > 1
          ? t('events.download_agreement_of', { n: at + 1, total: contract_ids.length })
          : t('events.download_agreement')}
      </DownloadButton>
      <AgreementReceipts contract_id={id} />
    </Fragment>
  ))
}
