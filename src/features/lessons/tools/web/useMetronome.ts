import { useCallback, useEffect, useRef, useState } from 'react'
import { type Beat, type Beats, beatsFrom, LEAD_S, LOOK_MS, type Measure } from './beats.ts'

/** How a beat sounds: higher where the bar begins. */
const PITCH = { first: 1_568, other: 1_046 } as const
const LENGTH_S = 0.045
const LOUD = 0.6
const SILENT = 0.000_1

function click(context: AudioContext, out: AudioNode, { at, place }: Beat, hasBar: boolean) {
  const [sound, shape] = [context.createOscillator(), context.createGain()]
  sound.frequency.value = hasBar && place === 0 ? PITCH.first : PITCH.other
  shape.gain.setValueAtTime(LOUD, at)
  shape.gain.exponentialRampToValueAtTime(SILENT, at + LENGTH_S)
  sound.connect(shape).connect(out)
  sound.start(at)
  sound.stop(at + LENGTH_S)
}

interface Run {
  context: AudioContext
  beats: Beats
  stop: () => void
}

/**
 * A metronome that sounds.
 * @returns the place in the bar that is heard now, null while it stands; whether the browser has no sound for it; what
 *   starts and stops it
 */
export function useMetronome(measure: Measure): {
  place: number | null
  isMute: boolean
  start: () => void
  stop: () => void
} {
  const [place, setPlace] = useState<number | null>(null)
  const [isMute, setMute] = useState(false)
  const run = useRef<Run | null>(null)
  const wanted = useRef(measure)
  wanted.current = measure

  const stop = useCallback(() => {
    run.current?.stop()
    run.current = null
    setPlace(null)
  }, [])
  useEffect(() => stop, [stop])
  useEffect(() => run.current?.beats.change(measure), [measure])

  const start = useCallback(async () => {
    if (run.current) return
    setMute(false)
    try {
      const context = new AudioContext()
      const beats = beatsFrom(context.currentTime + LEAD_S, wanted.current)
      /** On the clock, and not heard yet. */
      const ahead: Beat[] = []
      const out = context.createGain()
      out.connect(context.destination)
      const look = () => {
        for (const beat of beats.due(context.currentTime)) {
          click(context, out, beat, wanted.current.beats > 1)
          ahead.push(beat)
        }
      }
      const looking = setInterval(look, LOOK_MS)
      let drawing = 0
      const draw = () => {
        // What is heard now was played that much earlier.
        const heard = context.currentTime - (context.outputLatency || 0)
        while (ahead[0] && ahead[0].at <= heard) setPlace(ahead.shift()?.place ?? null)
        drawing = requestAnimationFrame(draw)
      }
      draw()
      run.current = {
        context,
        beats,
        stop: () => {
          clearInterval(looking)
          cancelAnimationFrame(drawing)
          // With what is on the clock already.
          out.disconnect()
          void context.close()
        },
      }
      setPlace(-1)
      look()
      await context.resume()
    } catch {
      setMute(true)
      stop()
    }
  }, [stop])
  return { place, isMute, start: () => void start(), stop }
}
