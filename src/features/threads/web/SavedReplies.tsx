import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import {
  addReply,
  listReplies,
  MESSAGE_MAX,
  REPLIES_MAX,
  removeReply,
  type SavedReply,
  saveReply,
} from '../contract.ts'
import { threadTexts } from './texts.ts'

const spoken = texts(threadTexts)

/** What a musician writes again and again: to use, add, change and remove. */
export function SavedReplies({ onUse, onClose }: { onUse: (text: string) => void; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const replies = useQuery(ask(listReplies))
  const [editing, setEditing] = useState<SavedReply | 'new' | null>(null)
  const remove = useMutation(
    tell(removeReply, {
      refreshes: [listReplies],
      onTold: () => toast.success(t('threads.replies.removed')),
    }),
  )
  return (
    <Dialog
      title={t('threads.replies.title')}
      closeLabel={t('threads.replies.close')}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      {editing ? (
        <ReplyForm reply={editing === 'new' ? null : editing} onDone={() => setEditing(null)} />
      ) : (
        <Loaded query={replies} failed={t('threads.replies.failed')} waiting={<Skeleton lines={4} />}>
          {({ results }) => (
            <div className="flex flex-col gap-4">
              {results.length === 0 && <p className="text-ink-2">{t('threads.replies.empty')}</p>}
              <ul className="flex flex-col divide-y divide-line">
                {results.map((reply) => (
                  <li key={reply.id} className="flex items-center gap-2 py-2">
                    <button
                      type="button"
                      onClick={() => onUse(reply.text)}
                      className="min-h-11 min-w-0 flex-1 rounded-control px-2 text-left hover:bg-surface-2"
                    >
                      <span className="block font-semibold wrap-anywhere">{reply.title}</span>
                      <span className="line-clamp-2 text-sm text-ink-2">{reply.text}</span>
                    </button>
                    <Button
                      variant="quiet"
                      size="sm"
                      isIconOnly
                      icon={<Pencil aria-hidden />}
                      aria-label={t('threads.replies.edit', { title: reply.title })}
                      onPress={() => setEditing(reply)}
                    />
                    <Button
                      variant="quiet"
                      size="sm"
                      isIconOnly
                      icon={<Trash2 aria-hidden />}
                      aria-label={t('threads.replies.remove', { title: reply.title })}
                      onPress={() => remove.mutate({ params: { id: reply.id } })}
                    />
                  </li>
                ))}
              </ul>
              <FormError>{remove.error?.message}</FormError>
              <div className="flex items-center justify-between gap-3">
                <Button
                  variant="secondary"
                  icon={<Plus aria-hidden />}
                  isDisabled={results.length >= REPLIES_MAX}
                  onPress={() => setEditing('new')}
                >
                  {t('threads.replies.add')}
                </Button>
                <span className="text-sm text-ink-2">
                  {t('threads.replies.count', { count: results.length, max: REPLIES_MAX })}
                </span>
              </div>
            </div>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

function ReplyForm({ reply, onDone }: { reply: SavedReply | null; onDone: () => void }) {
  const { t } = useTexts(spoken)
  const [title, setTitle] = useState(reply?.title ?? '')
  const [text, setText] = useState(reply?.text ?? '')
  const told = {
    refreshes: [listReplies],
    onTold: () => {
      toast.success(t('threads.replies.saved'))
      onDone()
    },
  }
  const add = useMutation(tell(addReply, told))
  const save = useMutation(tell(saveReply, told))
  const { error, isPending } = reply ? save : add
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const body = { title, text }
        if (reply) save.mutate({ params: { id: reply.id }, body })
        else add.mutate({ body })
      }}
    >
      <TextField
        label={t('threads.replies.name')}
        value={title}
        onChange={setTitle}
        maxLength={60}
        isRequired
        autoFocus
        errorMessage={error?.fields.title}
      />
      <TextArea
        label={t('threads.replies.text')}
        value={text}
        onChange={setText}
        maxLength={MESSAGE_MAX}
        isRequired
        errorMessage={error?.fields.text}
      />
      <FormError>{error && Object.keys(error.fields).length === 0 ? error.message : undefined}</FormError>
      <div className="flex justify-end gap-3">
        <Button variant="secondary" onPress={onDone}>
          {t('threads.cancel')}
        </Button>
        <Button type="submit" isPending={isPending}>
          {t('threads.replies.save')}
        </Button>
      </div>
    </form>
  )
}
