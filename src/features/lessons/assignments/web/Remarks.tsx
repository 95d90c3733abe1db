import { useMutation } from '@tanstack/react-query'
import { Play, Trash2, X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { isAudio } from '#features/files/rules.ts'
import { clockOf } from '#features/media/web/player.ts'
import {
  type Assignment,
  addRemark,
  MOST_REMARKS,
  type Remark,
  RemarkDraft,
  removeRemark,
  WORDS_MAX,
} from '../contract.ts'
import type { Place } from './Recording.tsx'
import { ASSIGNMENT_PAGES } from './refreshes.ts'
import { assignmentTexts } from './texts.ts'

const spoken = texts(assignmentTexts)

/** What both sides say of an assignment, in the order in which they said it, and saying more. */
export function Remarks({
  assignment,
  words,
  about,
  onAbout,
  onHear,
}: {
  assignment: Assignment
  /** Where a remark is written. */
  words: RefObject<HTMLTextAreaElement | null>
  /** What the remark that is being written is about; null: the whole. */
  about: Place | null
  onAbout: (about: Place | null) => void
  /** Hears a place in a recording. */
  onHear: (place: Place) => void
}) {
  const { t } = useTexts(spoken)
  const { remarks, state, copied, side } = assignment
  return (
    <Card title={t('assignments.remarks.title')}>
      {copied && (
        <p className="mb-4 rounded-control bg-accent-tint px-3 py-2 text-sm">
          {t(`assignments.remarks.copied_${side}`)}
        </p>
      )}
      {remarks.length === 0 ? (
        <p className="text-ink-2">{t('assignments.remarks.empty')}</p>
      ) : (
        <ol aria-label={t('assignments.remarks.title')} className="flex flex-col divide-y divide-line">
          {remarks.map((remark) => (
            <Said key={remark.id} assignment={assignment} remark={remark} onHear={onHear} />
          ))}
        </ol>
      )}
      {state !== 'withdrawn' && remarks.length < MOST_REMARKS && (
        <Say assignment={assignment} words={words} about={about} onAbout={onAbout} />
      )}
    </Card>
  )
}

function Said({
  assignment,
  remark: { id, side, mine, text, file_id, at_ms, created_at },
  onHear,
}: {
  assignment: Assignment
  remark: Remark
  onHear: (place: Place) => void
}) {
  const { t } = useTexts(spoken)
  const { date, time, nameOf } = useFormat()
  const [isGoing, setGoing] = useState(false)
  const remove = useMutation(
    tell(removeRemark, {
      refreshes: ASSIGNMENT_PAGES,
      onTold: () => toast.success(t('assignments.remarks.removed')),
    }),
  )
  const file = assignment.files.find((one) => one.id === file_id)
  const at = at_ms === null ? null : clockOf(at_ms / 1000)
  const who = mine ? t('assignments.remarks.you') : nameOf(assignment[side].name)
  return (
    <li className="flex flex-col items-start gap-1.5 py-4 first:pt-0">
      <p className="text-sm text-ink-2">
        <span className="font-semibold wrap-anywhere text-ink">{who}</span> ·{' '}
        {t('assignments.remarks.when', { date: date(created_at, undefined, 'day'), time: time(created_at) })}
      </p>
      {file && (
        <div className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {at !== null && at_ms !== null && (
            <Button
              variant="secondary"
              size="sm"
              icon={<Play aria-hidden className="fill-current" />}
              aria-label={t('assignments.remarks.hear', { at, name: file.name })}
              className="tabular-nums"
              onPress={() => onHear({ file_id: file.id, at_ms })}
            >
              {at}
            </Button>
          )}
          <span className="min-w-0 wrap-anywhere text-ink-2">{file.name}</span>
        </div>
      )}
      <p className="max-w-full wrap-anywhere whitespace-pre-line">{text}</p>
      {mine && (
        <Button
          variant="quiet"
          size="sm"
          icon={<Trash2 aria-hidden />}
          className="-ml-3"
          onPress={() => setGoing(true)}
        >
          {t('assignments.remarks.remove')}
          <span className="sr-only">{text.slice(0, 40)}</span>
        </Button>
      )}
      <ConfirmDialog
        title={t('assignments.remarks.remove_title')}
        confirmLabel={t('assignments.remarks.remove')}
        cancelLabel={t('assignments.keep')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ params: { id: assignment.id, remark: id } })}
      >
        <span className="wrap-anywhere whitespace-pre-line">{text}</span>
        <FormError className="mt-3">{remove.error?.message}</FormError>
      </ConfirmDialog>
    </li>
  )
}

/** Writes a remark; what it is about was chosen at the file, and can be dropped. */
function Say({
  assignment: { id, files },
  words,
  about,
  onAbout,
}: {
  assignment: Assignment
  words: RefObject<HTMLTextAreaElement | null>
  about: Place | null
  onAbout: (about: Place | null) => void
}) {
  const { t } = useTexts(spoken)
  // One that was removed meanwhile can't be spoken of.
  const file = files.find((one) => one.id === about?.file_id)
  const place = file && about ? about : { file_id: null, at_ms: null }
  const form = useForm<{ text: string }, unknown, RemarkDraft>({
    resolver: resolverOf<{ text: string }, RemarkDraft>(RemarkDraft, {
      from: ({ text }) => ({ text, ...place }),
    }),
    defaultValues: { text: '' },
  })
  const say = useMutation(tell(addRemark, { refreshes: ASSIGNMENT_PAGES }))
  const at = place.at_ms === null ? null : clockOf(place.at_ms / 1000)
  return (
    <form
      noValidate
      className="mt-4 flex flex-col items-start gap-3 border-t border-line pt-4"
      onSubmit={submitOf(
        form,
        async (body) => {
          await say.mutateAsync({ params: { id }, body })
          form.reset()
          onAbout(null)
          toast.success(t('assignments.remarks.added'))
        },
        (field) => (field === 'text' ? field : null),
      )}
    >
      <Controller
        control={form.control}
        name="text"
        render={({ field: { ref, ...field }, fieldState }) => (
          <TextArea
            {...field}
            ref={(element) => {
              ref(element)
              words.current = element
            }}
            label={t('assignments.remarks.write')}
            {...(files.some(({ format }) => isAudio(format))
              ? { description: t('assignments.remarks.help') }
              : {})}
            rows={3}
            maxLength={WORDS_MAX}
            errorMessage={fieldState.error?.message}
            className="w-full"
          />
        )}
      />
      <div role="status" className="max-w-full empty:hidden">
        {file && (
          <span className="flex max-w-full items-center gap-1 rounded-chip bg-surface-2 pl-3 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {at === null
                ? t('assignments.remarks.about', { name: file.name })
                : t('assignments.remarks.about_at', { at, name: file.name })}
            </span>
            <Button
              variant="quiet"
              size="sm"
              isIconOnly
              icon={<X aria-hidden />}
              aria-label={t('assignments.remarks.drop')}
              onPress={() => {
                onAbout(null)
                words.current?.focus()
              }}
            />
          </span>
        )}
      </div>
      <FormError>{form.formState.errors.root?.message}</FormError>
      <Button type="submit" isPending={form.formState.isSubmitting}>
        {t('assignments.remarks.send')}
      </Button>
    </form>
  )
}
