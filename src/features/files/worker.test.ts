import { describe, expect, it } from 'vitest'
import { MP3, OPUS, VORBIS } from './encoded.fixture.ts'
import { flacOf, id3Of, m4aOf, tone, wavOf } from './sounds.fixture.ts'
import { inspectSound } from './worker.ts'

const SCRIPT = '<script>alert(document.cookie)</script>'

async function kept(bytes: Buffer) {
  const found = await inspectSound({ bytes })
  if ('problem' in found) throw new Error(found.problem)
  return { ...found, text: Buffer.from(found.bytes).toString('latin1') }
}
const problemOf = async (bytes: Buffer) => {
  const found = await inspectSound({ bytes })
  return 'problem' in found ? found.problem : null
}

const SOUNDS = {
  mp3: MP3,
  'ogg (vorbis)': VORBIS,
  'ogg (opus)': OPUS,
  wav: wavOf(tone(2)),
  flac: flacOf(tone(2)),
  m4a: m4aOf(2),
}

describe('a sound that is uploaded', () => {
  it.each(Object.entries(SOUNDS))(
    '%s is known by its content, and for how long it is',
    async (name, bytes) => {
      const sound = await kept(bytes)
      expect(name.startsWith(sound.format)).toBe(true)
      expect(sound.seconds).toBeGreaterThan(1.4)
      expect(sound.seconds).toBeLessThan(2.3)
    },
  )
})

describe('what is hidden in a sound', () => {
  it('isn’t kept: tags, covers, lyrics, places', async () => {
    const hidden = {
      mp3: Buffer.concat([id3Of(SCRIPT), MP3, Buffer.from(`TAG${SCRIPT.padEnd(125)}`)]),
      wav: wavOf(tone(2), 8000, [['LIST', Buffer.from(SCRIPT)]]),
      flac: flacOf(tone(2), {
        others: [
          [4, Buffer.from(SCRIPT)],
          [6, Buffer.from(SCRIPT)],
        ],
      }),
      m4a: m4aOf(3, { tags: SCRIPT }),
    }
    for (const [format, bytes] of Object.entries(hidden)) {
      const sound = await kept(bytes)
      expect(sound.format).toBe(format)
      expect(sound.text).not.toContain('script')
    }
  })

  it('what is a page or an archive as well is refused', async () => {
    const zip = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      Buffer.alloc(40),
      Buffer.from('PK\x05\x06'),
      Buffer.alloc(18),
    ])
    const ogg = Buffer.from(OPUS)
    // In the comments of an Ogg, which are kept: they are part of its pages.
    expect(await problemOf(Buffer.concat([wavOf(tone(2)), zip]))).toBeNull()
    expect((await kept(Buffer.concat([wavOf(tone(2)), zip]))).text).not.toContain('PK\x05\x06')
    expect(await problemOf(Buffer.concat([ogg, zip]))).toBe('damaged')
    const loud = wavOf(Float32Array.from(tone(2)))
    Buffer.from(SCRIPT).copy(loud, 200)
    expect(await problemOf(loud)).toBe('polyglot')
  })
})

describe('what doesn’t add up', () => {
  it('is refused: pages, pictures, films, and what ends too soon', async () => {
    expect(await problemOf(Buffer.from(`<html>${SCRIPT}</html>`))).toBe('not_a_sound')
    expect(await problemOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, ...Array(40).fill(0)]))).toBe('not_a_sound')
    expect(await problemOf(m4aOf(3, { handler: 'vide' }))).toBe('damaged')
    for (const bytes of [VORBIS, OPUS, SOUNDS.wav, m4aOf(3)])
      expect(await problemOf(bytes.subarray(0, bytes.length - 100))).toBe('damaged')
    expect(await problemOf(Buffer.concat([id3Of('x'), Buffer.alloc(5000, 7)]))).toBe('damaged')
    expect(await problemOf(Buffer.from(`ID3\x03\0\0\x7f\x7f\x7f\x7f${'x'.repeat(100)}`, 'latin1'))).toBe(
      'damaged',
    )
    expect(await problemOf(wavOf(tone(0.2)))).toBe('too_short')
    expect(await problemOf(Buffer.concat([VORBIS, OPUS]))).toBe('damaged')
  })

  it('lengths that lie are found out before anything is made of them', async () => {
    const long = Buffer.from(SOUNDS.wav)
    long.writeUInt32LE(0xffff_fff0, 40)
    expect(await problemOf(long)).toBe('damaged')
    const channels = Buffer.from(SOUNDS.wav)
    channels.writeUInt16LE(65_535, 22)
    expect(await problemOf(channels)).toBe('damaged')
    const years = Buffer.from(VORBIS)
    const last = years.lastIndexOf('OggS')
    years.writeBigInt64LE(1n << 50n, last + 6)
    expect(await problemOf(years)).toBe('too_long')
  })
})
