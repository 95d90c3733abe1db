import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { listReceipts, type ReceiptKind, readReceipt } from '../contract.ts'
import { receiptTexts } from './texts.ts'

const spoken = texts(receiptTexts)

/** The receipt of a payment, as a PDF: called by its number in a list, else by what was paid. */
export function ReceiptButton({ id, ...of }: { id: number } & ({ number: string } | { kind: ReceiptKind })) {
  const { t } = useTexts(spoken)
  return (
    <DownloadButton size="sm" variant="quiet" endpoint={readReceipt} input={{ params: { id } }}>
      {'number' in of ? t('receipts.open_one', { number: of.number }) : t(`receipts.open.${of.kind}`)}
    </DownloadButton>
  )
}

/** The receipts of an agreement that the reader gave or got; nothing without any. */
export function AgreementReceipts({ contract_id }: { contract_id: number }) {
  const { data } = useQuery(ask(listReceipts, { query: { contract: contract_id } }))
  return data?.results.map(({ id, number }) => <ReceiptButton key={id} id={id} number={number} />)
}
