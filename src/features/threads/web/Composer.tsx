import { useMutation } from '@tanstack/react-query'
import { MessageSquareQuote, Paperclip, Send } from 'lucide-react'
import { Suspense, useId, useRef, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { controlClass } from '#core/web/ui/fieldStyle.ts'
import { later } from '#core/web/ui/later.tsx'
import { SharedNote } from '#core/web/ui/SharedNote.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { ATTACHMENT_TYPES, UPLOAD_MAX } from '#features/files/contract.ts'
import { AttachedFiles } from '#features/files/web/AttachedFiles.tsx'
import { RetryButton } from '#features/files/web/RetryButton.tsx'
import { fileRefusals } from '#features/files/web/texts.ts'
import { Uploading } from '#features/files/web/Uploading.tsx'
import { upload } from '#features/files/web/upload.ts'
import { useUpload } from '#features/files/web/useUpload.ts'
import {
  addThreadFile,
  FILES_MAX,
  MESSAGE_MAX,
  sendMessage,
  type Thread,
  type ThreadFile,
} from '../contract.ts'
import { draftOf, keepDraft } from './drafts.ts'
import { threadTexts } from './texts.ts'
import { TALK } from './useThread.ts'

const spoken = texts(threadTexts, fileRefusals)

const SavedReplies = later(async () => (await import('./SavedReplies.tsx')).SavedReplies)
const MB = UPLOAD_MAX / 1024 / 1024

/** Writes a message: what is typed stays until the server has it, and sent again it is still the same message. */
export function Composer({ thread }: { thread: Thread }) {
  const { t } = useTexts(spoken)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => draftOf(thread.id))
  const [files, setFiles] = useState<readonly ThreadFile[]>([])
  const [client_id, setClientId] = useState(() => crypto.randomUUID())
  const [isChoosing, setChoosing] = useState(false)
  const isMusician = useSession(({ user }) => user?.accountType === 'MUSICIAN')
  const write = (typed: string) => {
    setText(typed)
    keepDraft(thread.id, typed)
  }
  const send = useMutation(
    tell(sendMessage, {
      refreshes: TALK,
      onTold: () => {
        write('')
        setFiles([])
        setClientId(crypto.randomUUID())
        field.current?.focus()
      },
    }),
  )
  const { share, error, failed, stop, say, button, ...uploads } = useUpload<File>(
    async (file, onProgress, signal) => {
      const added = await upload(
        addThreadFile,
        { params: { id: thread.id } },
        { file, name: file.name },
        onProgress,
        signal,
      )
      setFiles((before) => [...before, added])
    },
  )
  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    if (files.length >= FILES_MAX) say(t('threads.too_many', { count: FILES_MAX }))
    else if (file.size > UPLOAD_MAX) say(t('common:errors.files.too_large', { mb: MB }))
    else void uploads.send(file)
  }
  const isEmpty = text.trim() === '' && files.length === 0
  const submit = () => {
    if (isEmpty || send.isPending || share !== null) return
    send.mutate({
      params: { id: thread.id },
      body: { client_id, text: text.trim(), file_ids: files.map((file) => file.id) },
    })
  }
  return (
    <form
      className="flex flex-col gap-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t('threads.write')}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        value={text}
        maxLength={MESSAGE_MAX}
        placeholder={t('threads.write')}
        aria-describedby={`${id}-help ${id}-fault`}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          // On a phone Enter makes a line; there is the button.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          if (!matchMedia('(pointer: fine)').matches) return
          event.preventDefault()
          submit()
        }}
        className={`${controlClass} h-auto! max-h-52 resize-none py-2.5 leading-normal field-sizing-content`}
      />
      {!thread.open && <SharedNote text={text} />}
      <AttachedFiles
        files={files}
        onRemove={(removed) => {
          setFiles(files.filter(({ id }) => id !== removed))
          field.current?.focus()
        }}
      />
      {share !== null && <Uploading share={share} preparing={t('threads.preparing')} onStop={stop} />}
      <p id={`${id}-fault`} role="alert" className="text-sm font-medium text-bad empty:hidden">
        {send.error?.message ?? error}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          accept={ATTACHMENT_TYPES.join(',')}
          className="hidden"
          tabIndex={-1}
          aria-hidden="true"
          data-message-input
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
        <Button
          ref={button}
          variant="quiet"
          size="sm"
          isIconOnly
          icon={<Paperclip aria-hidden />}
          aria-label={t('threads.attach')}
          isDisabled={share !== null}
          onPress={() => input.current?.click()}
        />
        <RetryButton failed={failed} onRetry={(file) => void uploads.send(file)} size="sm" />
        {isMusician && (
          <Button
            variant="quiet"
            size="sm"
            isIconOnly
            icon={<MessageSquareQuote aria-hidden />}
            aria-label={t('threads.replies.open')}
            onPress={() => setChoosing(true)}
          />
        )}
        <p id={`${id}-help`} className="min-w-0 flex-1 text-xs text-ink-2">
          <span className="hidden sm:inline">{t('threads.send_help')} </span>
          {t('threads.attach_limits', { count: FILES_MAX, mb: MB })}
        </p>
        <Button
          type="submit"
          icon={<Send aria-hidden />}
          isPending={send.isPending}
          isDisabled={isEmpty || share !== null}
        >
          {t('threads.send')}
        </Button>
      </div>
      {isChoosing && (
        <Suspense fallback={null}>
          <SavedReplies
            onClose={() => setChoosing(false)}
            onUse={(reply) => {
              setChoosing(false)
              write((text.trim() ? `${text.trimEnd()}\n${reply}` : reply).slice(0, MESSAGE_MAX))
            }}
          />
        </Suspense>
      )}
    </form>
  )
}
