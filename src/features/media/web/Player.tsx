import { Pause, Play, SkipBack, SkipForward, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { clockOf, type Track, usePlaying } from './player.ts'
import { SeekWave } from './SeekWave.tsx'
import { playerTexts } from './texts.ts'

const spoken = texts(playerTexts)

/** Seconds after which "previous" begins the same sound anew. */
const ANEW = 3

/** The one player: what is heard goes on while pages change. Shown only while there is something to hear. */
export function Player() {
  const { t } = useTexts(spoken)
  const { tracks, at, isOn, begun, turn, go, close } = usePlaying()
  const audio = useRef<HTMLAudioElement>(null)
  const [position, setPosition] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const track = tracks[at]
  const url = track?.url
  const length = track?.seconds ?? 0

  useEffect(() => {
    const sound = audio.current
    if (!sound || !url || begun === 0) return
    if (sound.getAttribute('src') !== url) sound.src = url
    sound.currentTime = 0
    setFailed(false)
    setPosition(0)
  }, [url, begun])

  useEffect(() => {
    const sound = audio.current
    if (!sound || begun === 0) return
    if (!isOn) return sound.pause()
    void sound.play().catch((error: unknown) => {
      // Another one was begun meanwhile, or the browser waits for a press: it shows as paused.
      if (!(error instanceof DOMException && error.name === 'AbortError')) usePlaying.getState().turn(false)
    })
  }, [isOn, begun])

  useMediaKeys(track, audio)
  useRoomBelow()
  if (!track) return null

  const seek = (to: number) => {
    const within = Math.max(0, Math.min(length, to))
    if (audio.current) audio.current.currentTime = within
    setPosition(within)
  }
  const previous = () => (position > ANEW || at === 0 ? seek(0) : go(at - 1))
  const round = 'grid size-11 shrink-0 place-items-center rounded-full hover:bg-surface-2 disabled:opacity-40'
  return (
    <section
      aria-label={t('media.player.label')}
      data-player
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface text-ink shadow-popover print:hidden"
    >
      {/* biome-ignore lint/a11y/useMediaCaption: music that musicians upload; there are no words to write down */}
      <audio
        ref={audio}
        preload="auto"
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
        onPause={({ currentTarget }) => {
          if (!currentTarget.ended) turn(false)
        }}
        onPlay={() => turn(true)}
        onEnded={() => (at + 1 < tracks.length ? go(at + 1) : turn(false))}
        onError={() => {
          setFailed(true)
          turn(false)
        }}
      />
      <div className="mx-auto flex max-w-[78rem] flex-wrap items-center gap-x-2 gap-y-0 px-3 py-2 sm:flex-nowrap sm:gap-x-3 sm:px-5">
        <div className="flex items-center">
          {tracks.length > 1 && (
            <button
              type="button"
              className={round}
              aria-label={t('media.player.previous')}
              onClick={previous}
            >
              <SkipBack aria-hidden className="size-5" />
            </button>
          )}
          <button
            type="button"
            className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-on-primary hover:bg-primary-hover"
            aria-label={t(isOn ? 'media.player.pause' : 'media.player.play')}
            onClick={() => turn(!isOn)}
          >
            {isOn ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="ml-0.5 size-5" />}
          </button>
          {tracks.length > 1 && (
            <button
              type="button"
              className={round}
              aria-label={t('media.player.next')}
              disabled={at + 1 >= tracks.length}
              onClick={() => go(at + 1)}
            >
              <SkipForward aria-hidden className="size-5" />
            </button>
          )}
        </div>
        <div className="min-w-0 flex-1 sm:w-56 sm:flex-none">
          <p className="line-clamp-2 leading-snug font-semibold wrap-anywhere">{track.title}</p>
          <Link
            to={`/profile/musician/${track.project_id}`}
            className="line-clamp-1 text-sm wrap-anywhere text-ink-2 underline-offset-4 hover:underline"
          >
            {track.artist}
          </Link>
        </div>
        <div className="order-last flex w-full items-center gap-3 sm:order-none sm:w-auto sm:flex-1">
          {hasFailed ? (
            <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-bad">
              {t('media.player.failed')}
              <button
                type="button"
                className="min-h-11 font-semibold underline underline-offset-4"
                onClick={() => {
                  audio.current?.load()
                  go(at)
                }}
              >
                {t('media.player.retry')}
              </button>
            </p>
          ) : (
            <SeekWave
              title={track.title}
              levels={track.levels}
              position={position}
              length={length}
              onSeek={seek}
            />
          )}
          <span className="shrink-0 text-sm text-ink-2 tabular-nums">
            {clockOf(position)} / {clockOf(length)}
          </span>
        </div>
        <button type="button" className={round} aria-label={t('media.player.close')} onClick={close}>
          <X aria-hidden className="size-5" />
        </button>
      </div>
    </section>
  )
}

/** The keys of a keyboard, a headset and a locked screen. */
function useMediaKeys(track: Track | undefined, audio: React.RefObject<HTMLAudioElement | null>) {
  useEffect(() => {
    if (!track || !('mediaSession' in navigator)) return
    const session = navigator.mediaSession
    session.metadata = new MediaMetadata({ title: track.title, artist: track.artist })
    const { turn, go } = usePlaying.getState()
    const step = (by: number) => () => {
      const { tracks, at } = usePlaying.getState()
      if (tracks[at + by]) go(at + by)
    }
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => turn(true)],
      ['pause', () => turn(false)],
      ['nexttrack', step(1)],
      ['previoustrack', step(-1)],
      [
        'seekto',
        ({ seekTime }) => {
          if (audio.current && seekTime !== undefined) audio.current.currentTime = seekTime
        },
      ],
    ]
    const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        session.setActionHandler(action, handler)
      } catch {
        // A browser that doesn't know this one knows the others.
      }
    }
    for (const [action, handler] of actions) set(action, handler)
    return () => {
      session.metadata = null
      for (const [action] of actions) set(action, null)
    }
  }, [track, audio])
}

/** The page's end stays readable above the player. */
function useRoomBelow() {
  useEffect(() => {
    document.body.classList.add('has-player')
    return () => document.body.classList.remove('has-player')
  }, [])
}
