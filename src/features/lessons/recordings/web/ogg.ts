/*
 * What most browsers record is Opus in a WebM; what is kept, and heard everywhere, is Opus in an Ogg. The sound is the same,
 * packet by packet: only what is around it is written anew.
 */

/** Elements of a WebM that hold others: what is in them is walked as if it stood beside them. */
const HOLDERS = new Set([
  0x18538067, // Segment
  0x1654ae6b, // Tracks
  0xae, // TrackEntry
  0x1f43b675, // Cluster
  0xa0, // BlockGroup
])
const CODEC_PRIVATE = 0x63a2
const SIMPLE_BLOCK = 0xa3
const BLOCK = 0xa1

/** A number of an element's head, one to eight bytes. @param isSize without the bit that says how long it is */
function numberAt(bytes: Uint8Array, at: number, isSize: boolean): { value: number; length: number } | null {
  const first = bytes[at]
  if (!first) return null
  const length = Math.clz32(first) - 23
  if (length > 8 || at + length > bytes.length) return null
  let value = isSize ? first & (0xff >> length) : first
  for (let n = 1; n < length; n++) value = value * 256 + (bytes[at + n] ?? 0)
  return { value, length }
}

/** The packets of the one sound of a WebM, and what it says of itself; null where it isn't such a file. */
export function packetsIn(bytes: Uint8Array): { head: Uint8Array; packets: Uint8Array[] } | null {
  let head: Uint8Array | null = null
  const packets: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const id = numberAt(bytes, at, false)
    const size = id && numberAt(bytes, at + id.length, true)
    // The end of a recording that was cut off: what came before is heard.
    if (!size) break
    const body = at + id.length + size.length
    if (HOLDERS.has(id.value)) {
      at = body
      continue
    }
    const end = body + size.value
    if (end > bytes.length) break
    if (id.value === CODEC_PRIVATE) head = bytes.subarray(body, end)
    if (id.value === SIMPLE_BLOCK || id.value === BLOCK) {
      const track = numberAt(bytes, body, true)
      const flags = track ? bytes[body + track.length + 2] : undefined
      // Several packets in a block: recorders of sound don't write that.
      if (!track || flags === undefined || (flags & 6) !== 0) return null
      packets.push(bytes.subarray(body + track.length + 3, end))
    }
    at = end
  }
  const isOpus = head && String.fromCharCode(...head.subarray(0, 8)) === 'OpusHead'
  return head && isOpus && packets.length > 0 ? { head, packets } : null
}

/** Samples of a frame of 48 kHz, by the first five bits of an Opus packet (RFC 6716, 3.1). */
const frameOf = (kind: number): number =>
  kind < 12
    ? ([480, 960, 1920, 2880][kind & 3] ?? 960)
    : kind < 16
      ? ([480, 960][kind & 1] ?? 960)
      : ([120, 240, 480, 960][kind & 3] ?? 960)

/** How long an Opus packet sounds, in samples of 48 kHz. */
export function samplesOf(packet: Uint8Array): number {
  const [first = 0, second = 0] = packet
  const code = first & 3
  const frames = code === 0 ? 1 : code === 3 ? second & 63 : 2
  return frames * frameOf(first >> 3)
}

/** Of each byte's share in a page's checksum. */
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let sum = n << 24
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0)
  return sum >>> 0
})

/** One page of an Ogg, with whole packets. */
function pageOf(
  packets: readonly Uint8Array[],
  { kind, samples, number }: { kind: 0 | 2 | 4; samples: number; number: number },
): Uint8Array {
  const lengths = packets.flatMap(({ length }) => [
    ...new Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  const page = new Uint8Array(27 + lengths.length + packets.reduce((sum, { length }) => sum + length, 0))
  const view = new DataView(page.buffer)
  page.set([0x4f, 0x67, 0x67, 0x53, 0, kind])
  view.setBigInt64(6, BigInt(samples), true)
  view.setUint32(14, 1, true)
  view.setUint32(18, number, true)
  page[26] = lengths.length
  page.set(lengths, 27)
  let at = 27 + lengths.length
  for (const packet of packets) {
    page.set(packet, at)
    at += packet.length
  }
  let sum = 0
  for (const byte of page) sum = ((sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  view.setUint32(22, sum, true)
  return page
}

/** Packets of a page: a second of sound, mostly, and never more than a page's lengths hold. */
const PACKETS_A_PAGE = 50
const LENGTHS_MAX = 255
const lengthsOf = ({ length }: Uint8Array): number => Math.floor(length / 255) + 1

/** The same sound as an Ogg; null for what isn't Opus in a WebM. */
export function oggOf(webm: Uint8Array): Uint8Array<ArrayBuffer>[] | null {
  const found = packetsIn(webm)
  if (!found) return null
  const tags = new TextEncoder().encode('OpusTags\x06\0\0\0Tarima\0\0\0\0')
  const pages = [
    pageOf([found.head], { kind: 2, samples: 0, number: 0 }),
    pageOf([tags], { kind: 0, samples: 0, number: 1 }),
  ]
  let samples = 0
  let waiting: Uint8Array[] = []
  let lengths = 0
  const write = (isLast: boolean) => {
    pages.push(pageOf(waiting, { kind: isLast ? 4 : 0, samples, number: pages.length }))
    waiting = []
    lengths = 0
  }
  for (const [n, packet] of found.packets.entries()) {
    if (waiting.length === PACKETS_A_PAGE || lengths + lengthsOf(packet) > LENGTHS_MAX) write(false)
    waiting.push(packet)
    lengths += lengthsOf(packet)
    samples += samplesOf(packet)
    if (n === found.packets.length - 1) write(true)
  }
  return pages as Uint8Array<ArrayBuffer>[]
}
