import { texts, useTexts } from '#core/web/texts.ts'
import type { Piece } from '../contract.ts'
import { Tempo } from './Tempo.tsx'
import { practiceTexts } from './texts.ts'

const spoken = texts(practiceTexts)

/** A piece that somebody works on: how it is going, and how fast. */
export function PieceRow({ piece }: { piece: Piece }) {
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
