import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call, refresh, tell } from '#core/web/ask.ts'
import { upload } from '#features/files/web/upload.ts'
import type { RecordingNow } from '../../room/contract.ts'
import { RECORDS_MS } from '../../room/rules.recording.ts'
import type { Seen } from '../../room/web/meeting.ts'
import type { Notes } from '../../room/web/notes.ts'
import { answerRecording, askRecording, keepRecording, listRecordings, stopRecording } from '../contract.ts'
import { type Recorder, record } from './recorder.ts'

/** What was recorded and isn't kept yet: it stays in this page until it is. */
export interface Unsent {
  id: number
  file: Blob
  /** Share that has been sent, 0 to 1; null while nothing is being sent. */
  share: number | null
  error: string | null
}

/** What the two pages tell each other when something about a recording changed. */
const NEWS = { recording: 'changed' }
const isNews = (data: unknown): boolean => {
  try {
    return JSON.parse(String(data))?.recording === NEWS.recording
  } catch {
    return false
  }
}

/**
 * Asking to record, answering, recording and keeping, in the room of a lesson. The page of who asked records, and stops with
 * whatever ends it: either of the two, the other's leaving, the time.
 * @param room.look asks the server how it is now
 */
export function useRecording({
  lesson_id,
  seen,
  audio,
  look,
  notes,
  onKept,
}: {
  lesson_id: number
  seen: Seen | null
  audio: MediaStreamTrack | null
  look: () => void
  notes: Notes
  onKept: () => void
}) {
  const client = useQueryClient()
  const params = { id: lesson_id }
  const now: RecordingNow | null = seen?.recording ?? null
  const running = useRef<{ id: number; recorder: Recorder } | null>(null)
  /** The one that was stopped here, which the server may still say is going on. */
  const stopped = useRef<number | null>(null)
  const latest = useRef(now)
  latest.current = now
  const [unsent, setUnsent] = useState<Unsent | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const isGone = useRef(false)
  const theirs = seen?.stream?.getAudioTracks()[0] ?? null
  const isConnected = seen?.state === 'connected' || seen?.state === 'lost'

  const changed = useCallback(() => {
    notes.send(NEWS)
    look()
  }, [notes, look])
  useEffect(
    () =>
      notes.listen(
        (data) => {
          if (!isNews(data)) return
          look()
          void refresh(client, [listRecordings])
        },
        () => {},
      ),
    [notes, look, client],
  )

  const send = useCallback(
    async (id: number, file: Blob) => {
      const see = (next: Unsent | null) => {
        if (!isGone.current) setUnsent(next)
      }
      see({ id, file, share: 0, error: null })
      try {
        await upload(
          keepRecording,
          { params: { id: lesson_id, recording: id } },
          { file, name: 'clase.ogg' },
          (share) => see({ id, file, share, error: null }),
        )
        see(null)
        onKept()
        notes.send(NEWS)
        void refresh(client, [listRecordings])
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        see({ id, file, share: null, error: error.message })
        // Nobody sees the page any more that would offer it.
        if (isGone.current) handOver(file)
      }
    },
    [client, lesson_id, notes, onKept],
  )
  const finish = useCallback(async () => {
    const it = running.current
    if (!it) return
    running.current = null
    stopped.current = it.id
    // Where the other stopped it, it is stopped already; what fails here the server ends by itself.
    if (latest.current?.id === it.id)
      await call(stopRecording, { params: { id: lesson_id, recording: it.id } }).catch(() => {})
    changed()
    const file = await it.recorder.stop()
    if (file) await send(it.id, file)
    else if (!isGone.current) setEmpty(true)
  }, [lesson_id, changed, send])

  const finishing = useRef(finish)
  finishing.current = finish

  const isMineOn = now?.mine === true && now.state === 'agreed' && isConnected
  const mine = isMineOn ? now.id : null
  useEffect(() => {
    if (mine === null) return
    setEmpty(false)
    try {
      running.current = { id: mine, recorder: record([]) }
    } catch {
      void call(stopRecording, { params: { id: lesson_id, recording: mine } }).catch(() => {})
      setEmpty(true)
      return
    }
    const ending = setTimeout(() => void finishing.current(), RECORDS_MS)
    return () => {
      clearTimeout(ending)
      void finishing.current()
    }
  }, [mine, lesson_id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a recorder that has just begun hears both too
  useEffect(() => running.current?.recorder.use([audio, theirs]), [audio, theirs, mine])

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const isAtStake = mine !== null || unsent !== null
  useEffect(() => {
    if (!isAtStake) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isAtStake])

  const asking = useMutation(tell(askRecording, { atOnce: true, onTold: changed }))
  const answering = useMutation(tell(answerRecording, { atOnce: true, onTold: changed }))
  const stopping = useMutation(tell(stopRecording, { atOnce: true, onTold: changed }))
  return {
    now,
    isConnected,
    unsent,
    isEmpty,
    retry: () => unsent && void send(unsent.id, unsent.file),
    download: () => unsent && handOver(unsent.file),
    ask: (peer: string) => asking.mutate({ params, body: { peer } }),
    answer: (said: 'yes' | 'no') =>
      now && answering.mutate({ params: { ...params, recording: now.id }, body: { answer: said } }),
    stop: () => {
      if (running.current) void finish()
      else if (now && now.id !== stopped.current)
        stopping.mutate({ params: { ...params, recording: now.id } })
    },
    isPending: asking.isPending || answering.isPending || stopping.isPending,
    error: asking.error?.message ?? answering.error?.message ?? stopping.error?.message,
  }
}

/** Hands a recording to the browser, to be kept as a file. */
function handOver(file: Blob): void {
  const address = URL.createObjectURL(file)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = 'clase.ogg'
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
