import { describe, expect, it } from 'vitest'
import { MP3, OPUS, VORBIS } from '#features/files/encoded.fixture.ts'
import { flacOf, m4aOf, tone, wavOf } from '#features/files/sounds.fixture.ts'
import { inspectSound } from '#features/files/worker.ts'
import { LEVELS } from './contract.ts'
import { listen } from './worker.ts'

async function kept(bytes: Buffer) {
  const found = await inspectSound({ bytes })
  if ('problem' in found) throw new Error(found.problem)
  return found
}

const SOUNDS = {
  mp3: MP3,
  'ogg (vorbis)': VORBIS,
  'ogg (opus)': OPUS,
  wav: wavOf(tone(2)),
  flac: flacOf(tone(2)),
}

describe('a sound that is uploaded', () => {
  it.each(Object.entries(SOUNDS))('%s is heard for how loud it is', async (_name, bytes) => {
    const levels = await listen(await kept(bytes))
    expect(levels).toHaveLength(LEVELS)
    // It gets louder from its beginning to its end.
    const [first = 0, middle = 0, last = 0] = [8, 48, 85].map((at) => levels?.[at] ?? 0)
    expect(first).toBeLessThan(middle)
    expect(middle).toBeLessThan(last)
    expect(Math.max(...(levels ?? []))).toBe(100)
  })

  it('an m4a is listened to by a browser alone', async () => {
    expect(await listen(await kept(m4aOf(3)))).toBeNull()
  })

  it('silence has no levels', async () => {
    expect(await listen(await kept(wavOf(new Float32Array(16_000))))).toBeNull()
  })
})

describe('what isn’t what it says', () => {
  it('a bomb, hours of nothing in a few kilobytes, is put down when it is longer than any sound may be', async () => {
    // 40,000 frames of twelve bytes: five hours of silence that says it is a second long.
    const bomb = flacOf(new Float32Array(0), { frames: 40_000 })
    expect(bomb.length).toBeLessThan(700_000)
    const sound = await kept(bomb)
    const before = process.memoryUsage.rss()
    expect(await listen(sound)).toBeNull()
    expect(process.memoryUsage.rss() - before).toBeLessThan(700 * 1024 * 1024)
  })

  it('noise with the beginning of each format breaks nothing', async () => {
    let seed = 7
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed & 255
    }
    const heads = [MP3, VORBIS, OPUS, SOUNDS.wav, SOUNDS.flac, m4aOf(3)]
    for (let n = 0; n < 60; n++) {
      const from = heads[n % heads.length] as Buffer
      const bytes = Buffer.from(from)
      for (let hit = 0; hit < 1 + (n % 9); hit++)
        bytes[16 + ((next() * 256 + next()) % (bytes.length - 16))] = next()
      const found = await inspectSound({ bytes })
      if (!('problem' in found)) await listen(found)
    }
  })
})
