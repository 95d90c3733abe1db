import { useEffect, useState } from 'react'
import { readText, storeText } from '#core/web/storage.ts'

/* Microphone and camera, for pages that need them. */

/** Music, not speech: nothing is taken out of it, and soft stays soft. */
export const MUSIC = { echoCancellation: false, noiseSuppression: false, autoGainControl: false } as const

export type Device = 'microphone' | 'camera'

/** Why there is no sound or picture of a device. */
export type DeviceRefusal = 'denied' | 'none' | 'busy' | 'unsupported'

/** What a browser means that gives no device. */
export function refusalOf(error: unknown): DeviceRefusal {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return 'unsupported'
}

/**
 * Asks for devices.
 * @throws whatever the browser says, or a TypeError where it has none of it; `refusalOf` says what that means
 */
export async function devicesOf(wanted: MediaStreamConstraints): Promise<MediaStream> {
  // Not there on an address without encryption.
  if (!globalThis.navigator?.mediaDevices) throw new TypeError('This browser gives no devices')
  return navigator.mediaDevices.getUserMedia(wanted)
}

/** Lets a device go: its light goes out. */
export function letGo(stream: MediaStream | null | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

interface Policy {
  allowsFeature(feature: string): boolean
}

const RELOADED = 'devices-asked'

/**
 * Whether this page may ask for a device. The server lets only the pages that need one, and a page keeps what the address it
 * was loaded with may: whoever comes from elsewhere in the app loads it once more.
 * @returns false while it is being loaded
 */
export function useAllowed(device: Device): boolean {
  const [isAllowed] = useState(() => {
    const policy = (document as Document & { featurePolicy?: Policy }).featurePolicy
    // Where loading didn't help, the press says that it is refused.
    return !policy || policy.allowsFeature(device) || readText('session', RELOADED) === location.pathname
  })
  useEffect(() => {
    if (isAllowed) storeText('session', RELOADED, null)
    else if (storeText('session', RELOADED, location.pathname)) location.reload()
  }, [isAllowed])
  return isAllowed
}
