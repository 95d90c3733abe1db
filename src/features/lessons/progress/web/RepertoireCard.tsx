import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import type { Piece } from '../contract.ts'
import { workedOn } from '../rules.ts'
import { Tempo } from './Tempo.tsx'
import { practiceTexts } from './texts.ts'
import { useOwnProgress } from './useProgress.ts'

const spoken = texts(practiceTexts)

/** As many as a desk shows: all of them are on the page of one's progress. */
const SHOWN = 3

/** On a student's desk: the pieces that they work on, and how fast those go by now; nothing for who doesn't learn. */
export function RepertoireCard() {
  const learns = useSession((session) => session.user?.accountType === 'STUDENT')
  return learns ? <Pieces /> : null
}

function Pieces() {
  const { t } = useTexts(spoken)
  const { query } = useOwnProgress()
  return (
    <Card
      title={t('progress.pieces.title')}
      action={
        <Link to="/student/progress" className="text-sm font-medium text-accent">
          {t('progress.desk.all_pieces')}
        </Link>
      }
    >
      <Loaded
        query={query}
        waiting={<Skeleton className="h-24 rounded-card" />}
        failed={t('progress.desk.pieces_failed')}
      >
        {({ pieces }) => {
          const some = workedOn(pieces).slice(0, SHOWN)
          if (some.length === 0)
            return (
              <p className="text-ink-2">
                {t(pieces.length === 0 ? 'progress.desk.no_pieces' : 'progress.desk.all_ready')}
              </p>
            )
          return (
            <ul className="flex flex-col divide-y divide-line">
              {some.map((piece) => (
                <OnePiece key={piece.id} piece={piece} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Card>
  )
}

function OnePiece({ piece }: { piece: Piece }) {
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
