import { FileMusic, X } from 'lucide-react'
import { useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Side } from '../../contract.ts'
import type { Notes } from '../../room/web/notes.ts'
import { PAGES_MAX } from '../contract.ts'
import { ScoreDialog } from './ScoreDialog.tsx'
import { Sheet } from './Sheet.tsx'
import { scoreTexts } from './texts.ts'
import { usePdf } from './usePdf.ts'
import { usePlace } from './usePlace.ts'

const spoken = texts(scoreTexts)

/** A score that the two of a lesson look at together: the same one, the same page, and where the other points. */
export function ScoreCard({
  lesson_id,
  side,
  name,
  notes,
}: {
  lesson_id: number
  side: Side
  /** The other's. */
  name: string
  notes: Notes
}) {
  const { t } = useTexts(spoken)
  const [isChoosing, setChoosing] = useState(false)
  const shared = usePlace(lesson_id, side, notes)
  const { score } = shared.place
  return (
    <Card
      title={score ? score.name : t('scores.title')}
      action={
        score && (
          <div className="flex flex-wrap gap-1">
            <Button
              variant="quiet"
              size="sm"
              icon={<FileMusic aria-hidden />}
              onPress={() => setChoosing(true)}
            >
              {t('scores.other')}
            </Button>
            <Button
              variant="quiet"
              size="sm"
              icon={<X aria-hidden />}
              onPress={() => shared.go({ score: null, page: 1 })}
            >
              {t('scores.close')}
            </Button>
          </div>
        )
      }
    >
      {score ? (
        <Opened
          key={`${score.source}:${score.id}`}
          lesson_id={lesson_id}
          score={score}
          shared={shared}
          name={name}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">{t('scores.empty')}</p>
          <Button
            variant="secondary"
            icon={<FileMusic aria-hidden />}
            aria-haspopup="dialog"
            onPress={() => setChoosing(true)}
          >
            {t('scores.open')}
          </Button>
        </div>
      )}
      <ScoreDialog
        lesson_id={lesson_id}
        isOpen={isChoosing}
        onOpenChange={setChoosing}
        onChoose={(chosen) => {
          setChoosing(false)
          shared.go({ score: chosen, page: 1 })
        }}
      />
    </Card>
  )
}

function Opened({
  lesson_id,
  score,
  shared: { place, mark, go, point },
  name,
}: {
  lesson_id: number
  score: NonNullable<ReturnType<typeof usePlace>['place']['score']>
  shared: ReturnType<typeof usePlace>
  name: string
}) {
  const { t } = useTexts(spoken)
  const opening = usePdf(lesson_id, score)
  if (opening.state === 'open')
    return (
      <Sheet
        pdf={opening.pdf}
        title={score.name}
        name={name}
        page={Math.min(place.page, opening.pdf.numPages)}
        mark={mark}
        onTurn={(page) => go({ page })}
        onPoint={point}
      />
    )
  if (opening.state === 'loading')
    return (
      <div role="status" aria-label={t('scores.loading')}>
        <Skeleton className="h-96 rounded-control" />
      </div>
    )
  return (
    <div className="flex flex-col items-start gap-3">
      <FormError>
        {opening.state === 'failed'
          ? opening.message
          : opening.state === 'long'
            ? t('scores.long', { pages: opening.pages, most: PAGES_MAX })
            : t(`scores.${opening.state}`)}
      </FormError>
      {opening.state === 'failed' && (
        <Button variant="secondary" size="sm" onPress={opening.again}>
          {t('scores.retry')}
        </Button>
      )}
    </div>
  )
}
