import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { NumberBox } from '#core/web/ui/NumberBox.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { PIECE_STATUSES } from '../../contract.ts'
import { addPiece, listTempos, type Piece, PieceDraft, readProgress, savePiece } from '../contract.ts'
import { practiceTexts, progressTexts } from './texts.ts'

const spoken = texts(practiceTexts, progressTexts)
const NEW: PieceDraft = { piece: '', composer: '', status: 'to_learn', tempo_now: null, tempo_target: null }

/** A piece of a student's repertoire: a new one without `piece`. */
export function PieceDialog({
  student_id,
  piece,
  onClose,
}: {
  student_id: number
  piece: Piece | null
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const refreshes = [readProgress, listTempos]
  const add = useMutation(tell(addPiece, { refreshes }))
  const save = useMutation(tell(savePiece, { refreshes }))
  const { id, ...given } = piece ?? { id: 0, ...NEW }
  const form = useForm<PieceDraft>({
    resolver: resolverOf(PieceDraft),
    // What was wrong goes with the next try, not before: its line mustn't move the button away from under the pointer.
    reValidateMode: 'onSubmit',
    defaultValues: given,
  })
  const { control, formState } = form
  return (
    <FormDialog
      title={t(piece ? 'progress.pieces.change_title' : 'progress.pieces.add_title')}
      closeLabel={t('progress.close')}
      cancelLabel={t('progress.cancel')}
      submitLabel={t('progress.save')}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      maxWidth={520}
      onClose={onClose}
      onSubmit={submitOf(form, async (body) => {
        if (piece) await save.mutateAsync({ params: { id }, body })
        else await add.mutateAsync({ params: { id: student_id }, body })
        toast.success(t(piece ? 'progress.pieces.saved' : 'progress.pieces.added'))
        onClose()
      })}
    >
      <FormText control={control} name="piece" label={t('progress.pieces.piece')} isRequired />
      <FormText control={control} name="composer" label={t('progress.pieces.composer')} />
      <Controller
        control={control}
        name="status"
        render={({ field, fieldState }) => (
          <SelectBox
            {...field}
            label={t('progress.pieces.status')}
            options={PIECE_STATUSES.map((value) => ({
              value,
              label: t(`progress.pieces.statuses.${value}`),
            }))}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(['tempo_now', 'tempo_target'] as const).map((name) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field, fieldState }) => (
              <NumberBox
                {...field}
                label={t(`progress.pieces.${name}`)}
                errorMessage={fieldState.error?.message}
              />
            )}
          />
        ))}
      </div>
    </FormDialog>
  )
}
