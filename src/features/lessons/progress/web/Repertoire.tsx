import { useMutation } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, TrendingUp } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later } from '#core/web/ui/later.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { Waveform } from '#core/web/ui/Waveform.tsx'
import { PIECE_STATUSES, type PieceStatus } from '../../contract.ts'
import { listTempos, type Piece, type Progress, removePiece, savePiece } from '../contract.ts'
import { GOAL_PAGES } from './goalPages.ts'
import { Tempo } from './Tempo.tsx'
import { practiceTexts, progressTexts } from './texts.ts'
import { VouchedLine } from './VouchedLine.tsx'

const spoken = texts(practiceTexts, progressTexts)

const PieceDialog = later(async () => (await import('./PieceDialog.tsx')).PieceDialog)
const TempoChart = later(async () => (await import('./TempoChart.tsx')).TempoChart)

/** What a student plays and learns; both they and who teaches them add to it and change it. */
export function Repertoire({
  progress: { student, pieces, zone },
  as,
}: {
  progress: Progress
  as: 'student' | 'teacher'
}) {
  const { t } = useTexts(spoken)
  /** A piece that is changed, or a new one. */
  const [open, setOpen] = useState<Piece | 'new' | null>(null)
  return (
    <Card
      title={t('progress.pieces.title')}
      action={
        <Button variant="quiet" size="sm" icon={<Plus aria-hidden />} onPress={() => setOpen('new')}>
          {t('progress.pieces.add')}
        </Button>
      }
    >
      {pieces.length === 0 ? (
        <EmptyState
          title={t(as === 'student' ? 'progress.pieces.empty' : 'progress.pieces.empty_teacher')}
          as="h3"
        >
          {t(as === 'student' ? 'progress.pieces.empty_text' : 'progress.pieces.empty_teacher_text')}
        </EmptyState>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {pieces.map((piece) => (
            <Row key={piece.id} piece={piece} zone={zone} as={as} onChange={() => setOpen(piece)} />
          ))}
        </ul>
      )}
      {open && (
        <Suspense fallback={null}>
          <PieceDialog
            student_id={student.id}
            piece={open === 'new' ? null : open}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </Card>
  )
}

function Row({
  piece,
  zone,
  as,
  onChange,
}: {
  piece: Piece
  zone: string
  as: 'student' | 'teacher'
  onChange: () => void
}) {
  const { t } = useTexts(spoken)
  const [isGoing, setGoing] = useState(false)
  const [showsTempos, setShowsTempos] = useState(false)
  /** What was just chosen, until the server has said it. */
  const [wanted, setWanted] = useState<PieceStatus | null>(null)
  const chart = useId()
  const save = useMutation(tell(savePiece, { refreshes: [...GOAL_PAGES, listTempos] }))
  const remove = useMutation(
    tell(removePiece, {
      refreshes: GOAL_PAGES,
      onTold: () => toast.success(t('progress.pieces.removed')),
    }),
  )
  const { id, vouched, ...draft } = piece
  const title = piece.piece
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex items-start gap-3">
        <Waveform name={title} bars={12} className="mt-1 hidden h-8 w-14 shrink-0 text-noche-400 sm:block" />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold wrap-anywhere">{title}</h3>
          {piece.composer && <p className="text-sm wrap-anywhere text-ink-2">{piece.composer}</p>}
        </div>
        <span className="-my-1 -mr-2 flex">
          {piece.tempo_now !== null && (
            <Button
              variant="quiet"
              isIconOnly
              icon={<TrendingUp aria-hidden />}
              aria-label={t('progress.pieces.tempos_of', { piece: title })}
              aria-expanded={showsTempos}
              aria-controls={showsTempos ? chart : undefined}
              onPress={() => setShowsTempos(!showsTempos)}
            />
          )}
          <Button
            variant="quiet"
            isIconOnly
            icon={<Pencil aria-hidden />}
            aria-label={t('progress.pieces.change_of', { piece: title })}
            onPress={onChange}
          />
          <Button
            variant="quiet"
            isIconOnly
            icon={<Trash2 aria-hidden />}
            aria-label={t('progress.pieces.remove_of', { piece: title })}
            onPress={() => setGoing(true)}
          />
        </span>
      </div>
      <div className="grid items-center gap-x-5 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <SelectBox
          label={t('progress.pieces.status_of', { piece: title })}
          hideLabel
          options={PIECE_STATUSES.map((value) => ({ value, label: t(`progress.pieces.statuses.${value}`) }))}
          value={wanted ?? piece.status}
          onChange={(status) => {
            setWanted(status)
            save.mutate({ params: { id }, body: { ...draft, status } }, { onSettled: () => setWanted(null) })
          }}
          errorMessage={save.error?.message}
        />
        <Tempo piece={piece} />
      </div>
      {piece.status === 'ready' && (wanted ?? 'ready') === 'ready' && (
        <VouchedLine
          {...{ vouched, title, zone, as }}
          isPending={save.isPending}
          onConfirm={() =>
            save.mutate(
              { params: { id }, body: draft },
              { onSuccess: () => toast.success(t('progress.vouched.confirmed')) },
            )
          }
        />
      )}
      {showsTempos && (
        <div id={chart}>
          <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
            <TempoChart piece={piece} />
          </Suspense>
        </div>
      )}
      <ConfirmDialog
        title={t('progress.pieces.remove_title', { piece: title })}
        confirmLabel={t('progress.pieces.remove')}
        cancelLabel={t('progress.pieces.keep')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        {t('progress.pieces.remove_text')}
        <FormError className="mt-3">{remove.error?.message}</FormError>
      </ConfirmDialog>
    </li>
  )
}
