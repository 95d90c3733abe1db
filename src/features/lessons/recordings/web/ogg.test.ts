import { OggOpusDecoder } from 'ogg-opus-decoder'
import { describe, expect, test } from 'vitest'
import { OPUS } from '#features/files/encoded.fixture.ts'
import { oggPages } from '#features/files/rules.sounds.ts'
import { inspectSound } from '#features/files/worker.ts'
import { oggOf, packetsIn, samplesOf } from './ogg.ts'

/** The packets of an Ogg whose packets are shorter than a page: what a browser would have recorded. */
function packetsOf(ogg: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = []
  let open: number[] = []
  for (const page of oggPages(ogg) ?? []) {
    let at = page.body
    for (const length of ogg.subarray(page.at + 27, page.body)) {
      open.push(...ogg.subarray(at, at + length))
      at += length
      if (length < 255) {
        packets.push(Uint8Array.from(open))
        open = []
      }
    }
  }
  return packets
}
const [HEAD = new Uint8Array(), , ...SOUND] = packetsOf(OPUS)

const element = (id: number[], body: number[] | Uint8Array, size?: number[]) => [
  ...id,
  ...(size ?? [0x10, body.length >> 16, (body.length >> 8) & 255, body.length & 255]),
  ...body,
]
/** Of a length that nobody knew when it was written, as recorders write it. */
const UNKNOWN = [0x01, 255, 255, 255, 255, 255, 255, 255]

/** A WebM as a browser records it. */
const webmOf = (packets: readonly Uint8Array[], flags = 0x80, head: Uint8Array = HEAD) =>
  Uint8Array.from([
    ...element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x86, 0x81, 1]),
    ...element([0x18, 0x53, 0x80, 0x67], [], UNKNOWN),
    ...element([0x15, 0x49, 0xa9, 0x66], [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40]),
    ...element(
      [0x16, 0x54, 0xae, 0x6b],
      element([0xae], [...element([0xd7], [1]), ...element([0x63, 0xa2], head)]),
    ),
    ...element([0x1f, 0x43, 0xb6, 0x75], [], UNKNOWN),
    ...element([0xe7], [0]),
    ...packets.flatMap((packet) => element([0xa3], [0x81, 0, 0, flags, ...packet])),
  ])

const joined = (pages: readonly Uint8Array[] | null) => Buffer.concat(pages ?? [])

describe('a recording of a browser, written anew', () => {
  test('has every packet as it was, in pages that add up', () => {
    const webm = webmOf(SOUND)
    expect(packetsIn(webm)?.packets).toEqual(SOUND)
    const ogg = joined(oggOf(webm))
    expect(packetsOf(ogg).slice(2)).toEqual(SOUND)
    const pages = oggPages(ogg) ?? []
    expect(pages[0]?.begins).toBe(true)
    expect(Number(pages.at(-1)?.granule)).toBe(SOUND.reduce((sum, packet) => sum + samplesOf(packet), 0))
  })

  test('is taken as any sound is, and sounds as long', async () => {
    const ogg = joined(oggOf(webmOf(SOUND)))
    const kept = await inspectSound({ bytes: ogg })
    const before = await inspectSound({ bytes: OPUS })
    if ('problem' in kept || 'problem' in before) throw new Error(JSON.stringify(kept))
    expect(kept.format).toBe('ogg')
    expect(kept.seconds).toBeCloseTo(before.seconds, 1)
    const decoder = new OggOpusDecoder()
    await decoder.ready
    // With the checksums of its pages: a decoder leaves out what they don't fit.
    const { samplesDecoded, errors } = await decoder.decodeFile(ogg)
    expect([errors, samplesDecoded / 48_000]).toEqual([[], expect.closeTo(before.seconds, 1)])
    decoder.free()
  })

  test('of a minute and more has as many pages as it needs', () => {
    // As long as a second at the highest rate: some don't fit into one page together.
    const packets = Array.from({ length: 4000 }, (_, n) => new Uint8Array(200 + (n % 5) * 300).fill(n % 256))
    expect(packetsOf(joined(oggOf(webmOf(packets)))).slice(2)).toEqual(packets)
  })

  test('that was cut off is heard up to there', () => {
    const webm = webmOf(SOUND)
    const cut = joined(oggOf(webm.subarray(0, webm.length - 5)))
    expect(packetsOf(cut).slice(2)).toEqual(SOUND.slice(0, -1))
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['no sound yet', webmOf([])],
    ['packets in bundles', webmOf(SOUND, 0x86)],
    ['another sound than Opus', webmOf(SOUND, 0x80, Uint8Array.from([2, 30, 70]))],
    ['an Ogg already', new Uint8Array(OPUS)],
  ])('is none where it is %s', (_what, bytes) => {
    expect(oggOf(bytes)).toBeNull()
  })
})

describe('how long a packet sounds', () => {
  test.each([
    [0b01100_000, 0, 480],
    [0b11111_000, 0, 960],
    [0b11111_001, 0, 1920],
    [0b11100_011, 6, 720],
    [0b00011_000, 0, 2880],
  ])('is in its first bytes: %i, %i', (first, second, samples) => {
    expect(samplesOf(Uint8Array.from([first, second]))).toBe(samples)
  })
})
