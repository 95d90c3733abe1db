import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, refresh, tell } from '#core/web/ask.ts'
import { handOver } from '#core/web/download.ts'
import { upload } from '#features/files/web/upload.ts'
import type { RecordingNow } from '../../room/contract.ts'
import { RECORDS_MS } from '../../room/rules.recording.ts'
import type { Seen } from '../../room/web/meeting.ts'
import type { Notes } from '../../room/web/notes.ts'
import { answerRecording, askRecording, keepRecording, listRecordings, stopRecording } from '../contract.ts'
import { asOgg, prepare, type Recorder, record } from './recorder.ts'
import { sendRecorded, type Unsent } from './sending.ts'

/** As a file of the browser's: what couldn't be written anew is what the browser recorded. */
const save = (file: Blob) => handOver(file, file.type.startsWith('audio/webm') ? 'clase.webm' : 'clase.ogg')

/** What the two pages tell each other when something about a recording changed. */
const NEWS = { recording: 'changed' }
const isNews = (data: unknown): boolean => {
  try {
    return JSON.parse(String(data))?.recording === NEWS.recording
  } catch {
    return false
  }
}

/** Says that nothing more is recorded. What fails here the server ends by itself: nothing is lost by it. */
const stopThere = (id: number, recording: number) =>
  call(stopRecording, { params: { id, recording } }).catch(() => {})

/**
 * Asking to record, answering, recording and keeping, in the room of a lesson. The page of who asked records, and stops with
 * whatever ends it: either of the two, the other's leaving, the time.
 * @param room.look asks the server how it is now
 * @param room.unwritten what is said of a recording that this page can't write as it is kept
 */
export function useRecording({
  lesson_id,
  seen,
  audio,
  look,
  notes,
  unwritten,
  onKept,
}: {
  lesson_id: number
  seen: Seen | null
  audio: MediaStreamTrack | null
  look: () => void
  notes: Notes
  unwritten: string
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
  /** Why what was recorded may not be kept. */
  const [lost, setLost] = useState<string | null>(null)
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
    (id: number, file: Blob) => {
      const here =
        <Args extends unknown[]>(show: (...args: Args) => void) =>
        (...args: Args) => {
          if (!isGone.current) show(...args)
        }
      return sendRecorded(id, file, {
        write: asOgg,
        unwritten,
        keep: (whole, see) =>
          upload(
            keepRecording,
            { params: { id: lesson_id, recording: id } },
            { file: whole, name: 'clase.ogg' },
            see,
          ),
        see: here(setUnsent),
        lost: here(setLost),
        empty: here(() => setEmpty(true)),
        kept: () => {
          onKept()
          notes.send(NEWS)
          void refresh(client, [listRecordings])
        },
        isGone: () => isGone.current,
        save,
      })
    },
    [client, lesson_id, notes, onKept, unwritten],
  )
  const finish = useCallback(async () => {
    const it = running.current
    if (!it) return
    running.current = null
    stopped.current = it.id
    // First of all nothing more is recorded, however long the server takes to hear of it.
    const recorded = it.recorder.stop()
    // Where the other stopped it, it is stopped already.
    if (latest.current?.id === it.id) await stopThere(lesson_id, it.id)
    changed()
    await send(it.id, await recorded)
  }, [lesson_id, changed, send])

  const finishing = useRef(finish)
  finishing.current = finish

  const isMineAsked = now?.mine === true && now.state === 'asked'
  useEffect(() => {
    if (isMineAsked) prepare()
  }, [isMineAsked])
  const isMineOn = now?.mine === true && now.state === 'agreed' && isConnected
  const mine = isMineOn ? now.id : null
  useEffect(() => {
    if (mine === null) return
    setEmpty(false)
    setLost(null)
    try {
      running.current = { id: mine, recorder: record([]) }
    } catch {
      void stopThere(lesson_id, mine)
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
    lost,
    retry: () => unsent && void send(unsent.id, unsent.file),
    download: () => unsent && save(unsent.file),
    ask: (peer: string) => asking.mutate({ params, body: { peer } }),
    answer: (said: 'yes' | 'no') =>
      now && answering.mutate({ params: { ...params, recording: now.id }, body: { answer: said } }),
    stop: () => {
      if (running.current) void finish()
      else if (now && now.id !== stopped.current)
        stopping.mutate({ params: { ...params, recording: now.id } })
    },
    isPending: asking.isPending || answering.isPending || stopping.isPending,
    error: asking.error?.message ?? stopping.error?.message,
    /** Why the answer to the other's question didn't arrive: said where it is asked. */
    unanswered: answering.variables?.params?.recording === now?.id ? answering.error?.message : undefined,
  }
}
