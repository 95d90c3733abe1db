import { SOUND_MAX } from '../contract.ts'
import { Meter } from '../rules.levels.ts'

/**
 * Listens to a sound in the browser, which knows AAC: how loud it is from its beginning to its end.
 * @returns null where this browser can't, or there is nothing to hear
 */
export async function heardLevels(file: Blob): Promise<number[] | null> {
  if (file.size > SOUND_MAX || typeof OfflineAudioContext === 'undefined') return null
  try {
    // At eight thousand samples a second: a waveform needs no more, and half an hour fits into memory.
    const sound = await new OfflineAudioContext(1, 1, 8000).decodeAudioData(await file.arrayBuffer())
    const meter = new Meter()
    meter.hear(Array.from({ length: Math.min(2, sound.numberOfChannels) }, (_, n) => sound.getChannelData(n)))
    return meter.levels()
  } catch {
    return null
  }
}
