import { useCallback, useEffect, useRef, useState } from 'react'
import { type Device, type DeviceRefusal, devicesOf, letGo, MUSIC, refusalOf } from '../../web/devices.ts'

/** Microphone and camera of one's own, as they are on or off. */
export interface Media {
  /** They were asked for, and are there or were refused. */
  isReady: boolean
  audio: MediaStreamTrack | null
  video: MediaStreamTrack | null
  refused: Partial<Record<Device, DeviceRefusal>>
  microphones: readonly MediaDeviceInfo[]
  cameras: readonly MediaDeviceInfo[]
  /** Which is used; null: the browser's choice. */
  microphone: string | null
  camera: string | null
  isMusic: boolean
  isMuted: boolean
  isDark: boolean
  ask: () => void
  choose: (kind: Device, id: string) => void
  setMusic: (isMusic: boolean) => void
  setMuted: (isMuted: boolean) => void
  /** Switches the camera off, so that its light goes out, or on again. */
  setDark: (isDark: boolean) => void
}

interface Wanted {
  microphone: string | null
  camera: string | null
  isMusic: boolean
}

const soundOf = ({ microphone, isMusic }: Wanted): MediaTrackConstraints => ({
  ...(microphone ? { deviceId: { exact: microphone } } : {}),
  ...(isMusic ? MUSIC : {}),
})
const pictureOf = ({ camera }: Wanted): MediaTrackConstraints => ({
  ...(camera ? { deviceId: { exact: camera } } : {}),
  width: { ideal: 1280 },
  height: { ideal: 720 },
})

/** Somebody's microphone and camera, let go with the page. */
export function useMedia(): Media {
  const [wanted, setWanted] = useState<Wanted>({ microphone: null, camera: null, isMusic: true })
  const [isReady, setReady] = useState(false)
  const [audio, setAudio] = useState<MediaStreamTrack | null>(null)
  const [video, setVideo] = useState<MediaStreamTrack | null>(null)
  const [refused, setRefused] = useState<Media['refused']>({})
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  const [isMuted, setMuted] = useState(false)
  const [isDark, setDark] = useState(false)
  const held = useRef<{ audio: MediaStreamTrack | null; video: MediaStreamTrack | null }>({
    audio: null,
    video: null,
  })
  const isGone = useRef(false)
  const muted = useRef(isMuted)
  muted.current = isMuted

  const hold = useCallback((kind: 'audio' | 'video', track: MediaStreamTrack | null) => {
    held.current[kind]?.stop()
    held.current[kind] = track
    // Of a page that is gone nothing stays on.
    if (isGone.current) track?.stop()
    else (kind === 'audio' ? setAudio : setVideo)(track)
  }, [])
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      held.current.audio?.stop()
      held.current.video?.stop()
    }
  }, [])

  const list = useCallback(async () => {
    // Names come with the permission.
    const found = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
    if (!isGone.current) setDevices(found ?? [])
  }, [])
  useEffect(() => {
    const { mediaDevices } = navigator
    if (!mediaDevices) return
    const changed = () => void list()
    mediaDevices.addEventListener('devicechange', changed)
    return () => mediaDevices.removeEventListener('devicechange', changed)
  }, [list])

  const get = useCallback(
    async (kind: Device, asked: Wanted) => {
      const isSound = kind === 'microphone'
      try {
        const stream = await devicesOf(isSound ? { audio: soundOf(asked) } : { video: pictureOf(asked) })
        const [track, ...more] = stream.getTracks()
        for (const one of more) one.stop()
        if (!track) return letGo(stream)
        if (isSound) track.enabled = !muted.current
        // It was unplugged, or taken away; what this page stops itself says nothing.
        track.addEventListener('ended', () => setRefused((before) => ({ ...before, [kind]: 'busy' })))
        hold(isSound ? 'audio' : 'video', track)
        setRefused(({ [kind]: _, ...others }) => others)
      } catch (error) {
        hold(isSound ? 'audio' : 'video', null)
        setRefused((before) => ({ ...before, [kind]: refusalOf(error) }))
      }
    },
    [hold],
  )

  const change = (next: Partial<Wanted>, kind: Device) => {
    const asked = { ...wanted, ...next }
    setWanted(asked)
    if (kind === 'camera' && isDark) return
    // A device that is in use mostly can't be opened a second time.
    held.current[kind === 'camera' ? 'video' : 'audio']?.stop()
    void get(kind, asked)
  }

  return {
    isReady,
    audio,
    video,
    refused,
    microphones: devices.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== ''),
    cameras: devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== ''),
    ...wanted,
    isMuted,
    isDark,
    ask: () => {
      void (async () => {
        await get('microphone', wanted)
        if (!isDark) await get('camera', wanted)
        await list()
        if (!isGone.current) setReady(true)
      })()
    },
    choose: (kind, id) => change({ [kind]: id }, kind),
    setMusic: (isMusic) => change({ isMusic }, 'microphone'),
    setMuted: (next) => {
      setMuted(next)
      if (held.current.audio) held.current.audio.enabled = !next
    },
    setDark: (next) => {
      setDark(next)
      if (next) hold('video', null)
      else void get('camera', wanted)
    },
  }
}
