import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileImage, FileText, MessageSquarePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { refresh, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { isAudio } from '#features/files/rules.ts'
import { AttachButton } from '#features/files/web/AttachButton.tsx'
import type { Side } from '../../contract.ts'
import {
  type Assignment,
  type AssignmentFile,
  addAssignmentFile,
  MOST_FILES,
  readAssignmentFile,
  removeAssignmentFile,
} from '../contract.ts'
import { isOver } from '../rules.ts'
import { type Place, Recording } from './Recording.tsx'
import { ASSIGNMENT_PAGES } from './refreshes.ts'
import { assignmentTexts } from './texts.ts'

const spoken = texts(assignmentTexts)

interface Shown {
  assignment: Assignment
  /** A place that somebody wants to hear. */
  wanted: (Place & { times: number }) | null
  /** Begins a remark on a file, or a place in it. */
  onRemark: (place: Place) => void
}

/** What both sides put to an assignment: recordings are heard in place, all of it can be kept. */
export function Files({ assignment, wanted, onRemark }: Shown) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  /** The one recording that sounds. */
  const [heard, setHeard] = useState<number | null>(null)
  const { id, side, state, files } = assignment
  const own = files.filter((file) => file.side === side)
  const mayChange = !isOver(assignment) && !(side === 'student' && state === 'turned_in')
  const groups = (['teacher', 'student'] as const).map((of) => ({
    of,
    rows: files.filter((file) => file.side === of),
  }))
  return (
    <Card title={t('assignments.files.title')}>
      <div className="flex flex-col gap-6">
        {files.length === 0 && (
          <p className="text-ink-2">
            {t(mayChange ? `assignments.files.empty_${side}` : 'assignments.files.none')}
          </p>
        )}
        {groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ of, rows }) => (
            <div key={of}>
              <h3 className="mb-1 text-sm font-semibold text-ink-2">{t(titleOf(of, side))}</h3>
              <ul className="flex flex-col divide-y divide-line">
                {rows.map((file) => (
                  <FileRow
                    key={file.id}
                    assignment={assignment}
                    file={file}
                    mayRemove={mayChange && of === side}
                    isHeard={heard === file.id}
                    onHeard={() => setHeard(file.id)}
                    wanted={wanted}
                    onRemark={onRemark}
                  />
                ))}
              </ul>
            </div>
          ))}
        {mayChange && (
          <AttachButton
            to={addAssignmentFile}
            input={{ params: { id } }}
            there={own.length}
            most={MOST_FILES}
            onAdded={async ({ name }) => {
              toast.success(t('assignments.files.added', { name }))
              await refresh(client, ASSIGNMENT_PAGES)
            }}
          />
        )}
      </div>
    </Card>
  )
}

const titleOf = (of: Side, reader: Side) =>
  of === reader
    ? ('assignments.files.own' as const)
    : of === 'teacher'
      ? ('assignments.files.teacher' as const)
      : ('assignments.files.student' as const)

function FileRow({
  assignment: { id },
  file,
  mayRemove,
  isHeard,
  onHeard,
  wanted,
  onRemark,
}: Shown & { file: AssignmentFile; mayRemove: boolean; isHeard: boolean; onHeard: () => void }) {
  const { t } = useTexts(spoken)
  const { size } = useFormat()
  const [isGoing, setGoing] = useState(false)
  const remove = useMutation(
    tell(removeAssignmentFile, {
      refreshes: ASSIGNMENT_PAGES,
      onTold: () => toast.success(t('assignments.files.removed')),
    }),
  )
  const { name, format, bytes } = file
  const params = { id, file: file.id }
  const what = `${format.toUpperCase()} · ${size(bytes)}`
  const also: ReactNode = (
    <>
      <DownloadButton variant="quiet" size="sm" endpoint={readAssignmentFile} input={{ params }}>
        {t('assignments.files.download')}
        <span className="sr-only">{name}</span>
      </DownloadButton>
      {mayRemove && (
        <Button variant="quiet" size="sm" icon={<Trash2 aria-hidden />} onPress={() => setGoing(true)}>
          {t('assignments.files.remove')}
          <span className="sr-only">{name}</span>
        </Button>
      )}
    </>
  )
  const Icon = format === 'pdf' ? FileText : FileImage
  return (
    <li className="py-4 first:pt-2 last:pb-0">
      {isAudio(format) ? (
        <Recording
          load={async () => {
            const { fetchFile } = await import('#core/web/download.ts')
            return (await fetchFile(readAssignmentFile, { params })).file
          }}
          name={name}
          as="h4"
          what={what}
          isHeard={isHeard}
          onHeard={onHeard}
          wanted={wanted?.file_id === file.id ? wanted : null}
          onRemark={(at_ms) => onRemark({ file_id: file.id, at_ms })}
        >
          {also}
        </Recording>
      ) : (
        <>
          <div className="flex items-start gap-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-control bg-surface-2 text-ink-2">
              <Icon aria-hidden className="size-5" />
            </span>
            <div className="min-w-0 flex-1">
              <h4 className="font-semibold wrap-anywhere">{name}</h4>
              <p className="text-sm text-ink-2">{what}</p>
            </div>
          </div>
          <div className="mt-1 -ml-3 flex flex-wrap items-start gap-x-1">
            <Button
              variant="quiet"
              size="sm"
              icon={<MessageSquarePlus aria-hidden />}
              onPress={() => onRemark({ file_id: file.id, at_ms: null })}
            >
              {t('assignments.files.remark')}
              <span className="sr-only">{name}</span>
            </Button>
            {also}
          </div>
        </>
      )}
      <ConfirmDialog
        title={t('assignments.files.remove_title', { name })}
        confirmLabel={t('assignments.files.remove')}
        cancelLabel={t('assignments.keep')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ params })}
      >
        {t('assignments.files.remove_text')}
        <FormError className="mt-3">{remove.error?.message}</FormError>
      </ConfirmDialog>
    </li>
  )
}
