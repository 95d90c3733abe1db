import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { enterRoom } from '../contract.ts'
import { type Ended, type Meeting, meet, type Seen } from './meeting.ts'
import { openNotes } from './notes.ts'
import type { Media } from './useMedia.ts'

/**
 * Somebody in the room of a lesson, with what their devices give.
 * @returns how the two are connected, null before they come in and after they left; why the page isn't in it any more; what
 * the two pages tell each other directly
 */
export function useMeeting(id: number, { audio, video, isMuted }: Media) {
  const [seen, setSeen] = useState<Seen | null>(null)
  const [ended, setEnded] = useState<Ended | 'left' | null>(null)
  const meeting = useRef<Meeting | null>(null)
  const [notes] = useState(() => openNotes((text) => meeting.current?.note(text)))
  const [peer, setPeer] = useState<string | null>(null)
  const isGone = useRef(false)
  const entry = useMutation(tell(enterRoom, { atOnce: true }))
  const said = { microphone: audio !== null && !isMuted, camera: video !== null }
  const now = useRef({ audio, video, said })
  now.current = { audio, video, said }

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      meeting.current?.stop()
      meeting.current = null
    }
  }, [])
  const look = useCallback(() => meeting.current?.look(), [])
  useNews(look)
  useEffect(() => meeting.current?.use('audio', audio), [audio])
  useEffect(() => meeting.current?.use('video', video), [video])
  const { microphone, camera } = said
  useEffect(() => meeting.current?.say({ microphone, camera }), [microphone, camera])

  const enter = () => {
    meeting.current?.stop()
    meeting.current = null
    // Each time with another name: the other's page then begins anew too.
    const peer = crypto.randomUUID()
    entry.mutate(
      { params: { id }, body: { peer } },
      {
        onSuccess: (room) => {
          if (isGone.current) return
          setEnded(null)
          setSeen({
            state: 'waiting',
            stream: null,
            said: { microphone: true, camera: true },
            recording: null,
          })
          setPeer(peer)
          const tracks = [now.current.audio, now.current.video].filter((track) => track !== null)
          meeting.current = meet({
            ...{ room, peer, tracks, said: now.current.said },
            onNotes: notes.opened,
            onNote: notes.heard,
            onSeen: (next) => setSeen({ ...next }),
            onEnd: (why) => {
              meeting.current = null
              setSeen(null)
              setEnded(why)
            },
          })
        },
      },
    )
  }
  const leave = () => {
    meeting.current?.stop()
    meeting.current = null
    setSeen(null)
    setEnded('left')
  }
  return { seen, ended, enter, leave, entry, notes, look, peer }
}
