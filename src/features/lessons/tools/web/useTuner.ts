import { useCallback, useEffect, useRef, useState } from 'react'
import { type DeviceRefusal, devicesOf, letGo, MUSIC, refusalOf } from '../../web/devices.ts'
import { pitchListener, STEADY, steady, WINDOW } from './pitch.ts'

/** How often is looked at what is heard, in milliseconds. */
const LOOK_MS = 60

/** What a tuner is doing. */
export type Listening = 'idle' | 'asking' | 'listening' | DeviceRefusal

/**
 * A tuner at the microphone.
 * @returns what it does; the frequency that is heard in hertz, null without one; what starts and stops it
 */
export function useTuner(): {
  state: Listening
  hertz: number | null
  start: () => void
  stop: () => void
} {
  const [state, setState] = useState<Listening>('idle')
  const [hertz, setHertz] = useState<number | null>(null)
  const end = useRef<(() => void) | null>(null)
  /** Which press is the last: what an earlier one gets is let go. */
  const turn = useRef(0)

  const close = useCallback(() => {
    turn.current++
    end.current?.()
    end.current = null
  }, [])
  useEffect(() => close, [close])

  const start = useCallback(async () => {
    close()
    const mine = turn.current
    setState('asking')
    let stream: MediaStream | null = null
    let context: AudioContext | null = null
    let looking: ReturnType<typeof setInterval> | undefined
    const letAll = () => {
      clearInterval(looking)
      letGo(stream)
      void context?.close()
    }
    try {
      stream = await devicesOf({ audio: MUSIC })
      if (mine !== turn.current) return letAll()
      context = new AudioContext()
      const ear = context.createAnalyser()
      ear.fftSize = WINDOW
      context.createMediaStreamSource(stream).connect(ear)
      const [listen, samples] = [pitchListener(), new Float32Array(WINDOW)]
      const rate = context.sampleRate
      let heard: (number | null)[] = []
      looking = setInterval(() => {
        ear.getFloatTimeDomainData(samples)
        heard = [...heard, listen(samples, rate)].slice(-STEADY)
        setHertz(steady(heard))
      }, LOOK_MS)
      // It was unplugged, or taken away.
      stream.getTracks()[0]?.addEventListener('ended', () => {
        if (mine !== turn.current) return
        close()
        setState('busy')
      })
      end.current = letAll
      await context.resume()
      if (mine === turn.current) setState('listening')
    } catch (error) {
      letAll()
      if (mine !== turn.current) return
      end.current = null
      setState(refusalOf(error))
    }
  }, [close])

  return {
    state,
    hertz: state === 'listening' ? hertz : null,
    start: () => void start(),
    stop: () => {
      close()
      setHertz(null)
      setState('idle')
    },
  }
}
