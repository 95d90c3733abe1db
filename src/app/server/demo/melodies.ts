/* Short tunes made by arithmetic, so that something can be heard without anybody's recording. */

const RATE = 16_000
const BEAT_SECONDS = 0.32

/** Steps above a tonic: arpeggios and scales that sound like something. */
const TUNES = [
  [0, 4, 7, 12, 7, 4, 0, 2, 5, 9, 5, 2, 0, 4, 7, 0],
  [0, 3, 7, 10, 12, 10, 7, 3, 5, 8, 12, 8, 7, 3, 0, 0],
  [7, 5, 4, 2, 0, 2, 4, 5, 7, 9, 11, 12, 7, 4, 2, 0],
  [0, 7, 4, 7, 2, 9, 5, 9, 4, 11, 7, 11, 12, 7, 4, 0],
] as const

/** How each instrument sounds: the strength of its harmonics, and how quickly a note dies away. */
const VOICES: Record<string, { harmonics: readonly number[]; fade: number }> = {
  guitar: { harmonics: [1, 0.5, 0.3, 0.15], fade: 3.2 },
  piano: { harmonics: [1, 0.35, 0.2, 0.1, 0.05], fade: 2.6 },
  violin: { harmonics: [1, 0.6, 0.45, 0.3, 0.2], fade: 0.7 },
  trumpet: { harmonics: [1, 0.8, 0.6, 0.4, 0.2], fade: 0.9 },
  saxophone: { harmonics: [1, 0.3, 0.5, 0.2, 0.15], fade: 1 },
  bass: { harmonics: [1, 0.4, 0.1], fade: 2 },
  drums: { harmonics: [1, 0.1], fade: 8 },
  voice: { harmonics: [1, 0.25, 0.12], fade: 0.6 },
}

/**
 * A tune of some seconds as a WAV: 16 bits, one channel, 16 kHz; the same for the same number.
 * @param times how often it is played, one after the other
 */
export function melodyOf(seed: number, instrument: string, times = 1): Buffer {
  const once = TUNES[seed % TUNES.length] ?? TUNES[0]
  const tune = Array.from({ length: times }, () => once).flat()
  const { harmonics, fade } = VOICES[instrument] ?? { harmonics: [1, 0.4, 0.2], fade: 2 }
  const tonic = 196 * 2 ** ((seed % 7) / 12)
  const length = Math.round(RATE * BEAT_SECONDS)
  const samples = new Float32Array(tune.length * length)
  for (const [n, step] of tune.entries()) {
    const pitch = tonic * 2 ** (step / 12)
    // Accents and a swell, so that a waveform has a shape.
    const strength =
      (n % 4 === 0 ? 1 : 0.7) * (0.45 + 0.55 * Math.sin((Math.PI * (n + 1)) / (tune.length + 1)))
    for (let at = 0; at < length; at++) {
      const seconds = at / RATE
      const edge = Math.min(1, at / 160, (length - at) / 400)
      const wave = harmonics.reduce(
        (sum, loud, k) => sum + loud * Math.sin(2 * Math.PI * pitch * (k + 1) * seconds),
        0,
      )
      samples[n * length + at] = 0.3 * strength * edge * Math.exp(-fade * seconds) * wave
    }
  }
  const bytes = Buffer.alloc(44 + samples.length * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples.length * 2, 40)
  for (const [n, sample] of samples.entries())
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + n * 2)
  return bytes
}
