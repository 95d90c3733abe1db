import { texts, useTexts } from '#core/web/texts.ts'
import type { Piece } from '../contract.ts'
import { Tempo } from './Tempo.tsx'
import { practiceTexts } from './texts.ts'

const spoken = texts(practiceTexts)

/** Pieces that somebody works on. */
export const PieceRows = ({ pieces }: { pieces: readonly Piece[] }) => (
  <ul className="flex flex-col divide-y divide-line">
    {pieces.map((piece) => (
      <PieceRow key={piece.id} piece={piece} />
    ))}
  </ul>
)

/** How a piece is going, and how fast. */
function PieceRow({ piece }: { piece: Piece }) {
  const { t } = useTexts(spoken)
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">{piece.piece}</span>
        <span className="text-sm text-ink-2">{t(`progress.pieces.statuses.${piece.status}`)}</span>
      </p>
      <Tempo piece={piece} />
    </li>
  )
}
