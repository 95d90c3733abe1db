import { useMutation } from '@tanstack/react-query'
import { MessageSquarePlus, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Spinner } from '#core/web/ui/Spinner.tsx'
import { clockOf, usePlaying } from '#features/media/web/player.ts'
import { SeekWave } from '#features/media/web/SeekWave.tsx'
import { PLACE_MAX_MS } from '../contract.ts'
import { assignmentTexts } from './texts.ts'

const spoken = texts(assignmentTexts)

/** A file, and where in it: milliseconds from its beginning. */
export interface Place {
  file_id: number
  at_ms: number | null
}

/**
 * A recording, heard in place. It is fetched when it is first wanted, with the session: its address alone opens nothing.
 * Where it stands can be remarked on.
 */
export function Recording({
  load: fetchSound,
  name,
  as: Level,
  what,
  isHeard,
  onHeard,
  wanted = null,
  onRemark,
  children,
}: {
  /** Fetches it. @throws ApiError */
  load: () => Promise<Blob>
  name: string
  /** The level of its name among the page's headings. */
  as: 'h3' | 'h4'
  /** Its kind and size. */
  what: string
  /** The one recording of the page that may sound. */
  isHeard: boolean
  onHeard: () => void
  /** A place in it that somebody wants to hear. */
  wanted?: (Place & { times: number }) | null
  /** Remarks on a place in it, milliseconds from its beginning; left out where nothing is remarked on. */
  onRemark?: (at_ms: number) => void
  /** What else can be done with it. */
  children: ReactNode
}) {
  const { t } = useTexts(spoken)
  const audio = useRef<HTMLAudioElement>(null)
  const [sound, setSound] = useState<{ url: string; blob: Blob } | null>(null)
  const [levels, setLevels] = useState<number[] | null>(null)
  const [isOn, setOn] = useState(false)
  const [isBroken, setBroken] = useState(false)
  /** Seconds. */
  const [position, setPosition] = useState(0)
  const [length, setLength] = useState(0)
  /** Where it begins once it is there, seconds. */
  const begins = useRef<number | null>(null)
  const load = useMutation<Blob, ApiError>({
    mutationFn: fetchSound,
  })
  const playsElsewhere = usePlaying((playing) => playing.isOn)

  useEffect(
    () => () => {
      if (sound) URL.revokeObjectURL(sound.url)
    },
    [sound],
  )
  useEffect(() => {
    if (!sound) return
    let isGone = false
    void import('#features/media/web/heard.ts')
      .then(({ heardLevels }) => heardLevels(sound.blob))
      .then((heard) => {
        if (!isGone) setLevels(heard)
      })
      // Without its waveform it is heard all the same.
      .catch(() => {})
    return () => {
      isGone = true
    }
  }, [sound])
  useEffect(() => {
    if (!isHeard) audio.current?.pause()
  }, [isHeard])
  useEffect(() => {
    if (playsElsewhere) audio.current?.pause()
  }, [playsElsewhere])

  const play = () => {
    // Refused where the browser waits for another press: it then shows as paused.
    void audio.current?.play().catch(() => {})
  }
  const seek = (to: number) => {
    const within = Math.max(0, Math.min(length || to, to))
    if (audio.current) audio.current.currentTime = within
    setPosition(within)
  }
  const hear = (from?: number) => {
    if (sound && !isBroken) {
      if (from !== undefined) seek(from)
      return play()
    }
    begins.current = from ?? 0
    if (!load.isPending)
      load.mutate(undefined, {
        onSuccess: (blob) => {
          setBroken(false)
          setSound({ blob, url: URL.createObjectURL(blob) })
        },
      })
  }
  const hearPlace = useRef(hear)
  hearPlace.current = hear
  useEffect(() => {
    if (wanted && wanted.at_ms !== null) hearPlace.current(wanted.at_ms / 1000)
  }, [wanted])

  const isReady = sound !== null && length > 0 && !isBroken
  const at = clockOf(position)
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useMediaCaption: somebody practising; there are no words to write down */}
      <audio
        ref={audio}
        src={sound?.url}
        onLoadedMetadata={({ currentTarget }) => {
          setLength(lengthOf(currentTarget))
          if (begins.current === null) return
          currentTarget.currentTime = begins.current
          setPosition(begins.current)
          begins.current = null
          play()
        }}
        onDurationChange={({ currentTarget }) => setLength(lengthOf(currentTarget))}
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
        onPlay={() => {
          setOn(true)
          onHeard()
          usePlaying.getState().turn(false)
        }}
        onPause={() => setOn(false)}
        onError={() => {
          if (!sound) return
          setBroken(true)
          setOn(false)
        }}
      />
      <div className="flex items-start gap-3">
        <button
          type="button"
          className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-full bg-primary text-on-primary hover:bg-primary-hover"
          aria-label={t(isOn ? 'assignments.recording.pause' : 'assignments.recording.play', {
            name: name,
          })}
          aria-busy={load.isPending || undefined}
          onClick={() => (isOn ? audio.current?.pause() : hear())}
        >
          {load.isPending ? (
            <Spinner />
          ) : isOn ? (
            <Pause aria-hidden className="size-5 fill-current" />
          ) : (
            <Play aria-hidden className="ml-0.5 size-5 fill-current" />
          )}
        </button>
        <div className="min-w-0 flex-1">
          <Level className="font-semibold wrap-anywhere">{name}</Level>
          <p className="text-sm text-ink-2">{what}</p>
        </div>
      </div>
      {isReady && (
        <div className="flex items-center gap-3">
          <SeekWave title={name} levels={levels} position={position} length={length} onSeek={seek} />
          <span className="shrink-0 text-sm text-ink-2 tabular-nums">
            {at} / {clockOf(length)}
          </span>
        </div>
      )}
      <FormError>{load.error?.message ?? (isBroken && t('assignments.recording.broken'))}</FormError>
      <div className="flex flex-wrap items-start gap-x-2">
        {isReady && onRemark && (
          <Button
            variant="secondary"
            size="sm"
            icon={<MessageSquarePlus aria-hidden />}
            onPress={() =>
              // As the button says it: whoever reads hears the second from its beginning.
              onRemark(Math.min(PLACE_MAX_MS, Math.floor(position) * 1000))
            }
          >
            {t('assignments.recording.remark', { at })}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

/** How long a sound is; nothing while the browser doesn't know. */
const lengthOf = ({ duration }: HTMLAudioElement): number => (Number.isFinite(duration) ? duration : 0)
