/* Sounds as programs write them, made byte by byte: what an upload is tried with. */

/** Samples of a tone that gets louder, −1 to 1. */
export const tone = (seconds: number, rate = 8000): Float32Array =>
  Float32Array.from({ length: Math.round(seconds * rate) }, (_, n) => {
    const at = n / rate
    return 0.8 * (at / seconds) * Math.sin(2 * Math.PI * 330 * at)
  })

const chunk = (name: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(name)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** A WAV of 16 bits, with whatever other chunks before its samples. */
export function wavOf(samples: Float32Array, rate = 8000, others: readonly [string, Buffer][] = []): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate * 2, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  const data = Buffer.alloc(samples.length * 2)
  for (const [n, sample] of samples.entries()) data.writeInt16LE(Math.round(sample * 32_767), n * 2)
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    ...others.map(([name, bytes]) => chunk(name, bytes)),
    chunk('data', data),
  ])
  return chunk('RIFF', body)
}

/** A tag before an MP3, with a comment in it. */
export function id3Of(comment: string): Buffer {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from('spa\0'), Buffer.from(comment)])
  const frame = Buffer.alloc(10)
  frame.write('COMM')
  frame.writeUInt32BE(text.length, 4)
  const size = frame.length + text.length
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, (size >> 7) & 127, size & 127])
  return Buffer.concat([head, frame, text])
}

const crc = (bytes: Buffer, poly: number, width: number) => {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (width - 8)
    for (let n = 0; n < 8; n++)
      sum = sum & (1 << (width - 1)) ? ((sum << 1) ^ poly) & (2 ** width - 1) : (sum << 1) & (2 ** width - 1)
  }
  return sum
}

const BLOCK = 4096

/** A FLAC of 16 bits, its samples written plainly; one that is all the same is a frame of a few bytes. */
export function flacOf(
  samples: Float32Array,
  {
    rate = 8000,
    others = [],
    frames,
  }: { rate?: number; others?: readonly [number, Buffer][]; frames?: number } = {},
): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(BLOCK, 0)
  info.writeUInt16BE(BLOCK, 2)
  const all = frames ? 8000 : Math.floor(samples.length / BLOCK) * BLOCK
  info.writeUInt32BE(((rate << 12) | (15 << 4)) >>> 0, 10)
  info.writeUInt32BE(all, 14)
  const blocks = [[0, info] as [number, Buffer], ...others].map(([kind, body], n, list) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(((n === list.length - 1 ? 128 : 0) | kind) * 2 ** 24 + body.length)
    return Buffer.concat([head, body])
  })
  const parts: Buffer[] = []
  const count = frames ?? Math.floor(samples.length / BLOCK)
  for (let n = 0; n < count; n++) {
    const number =
      n < 128
        ? [n]
        : n < 2048
          ? [0xc0 | (n >> 6), 0x80 | (n & 63)]
          : [0xe0 | (n >> 12), 0x80 | ((n >> 6) & 63), 0x80 | (n & 63)]
    const start = Buffer.from([0xff, 0xf8, 0xc4, 0x08, ...number])
    const head = Buffer.concat([start, Buffer.from([crc(start, 7, 8)])])
    const body = frames
      ? Buffer.from([0, 0, 0])
      : Buffer.concat([
          Buffer.from([2]),
          Buffer.concat(
            Array.from(samples.subarray(n * BLOCK, (n + 1) * BLOCK), (sample) => {
              const two = Buffer.alloc(2)
              two.writeInt16BE(Math.round(sample * 32_767))
              return two
            }),
          ),
        ])
    const frame = Buffer.concat([head, body])
    const end = Buffer.alloc(2)
    end.writeUInt16BE(crc(frame, 0x8005, 16))
    parts.push(Buffer.concat([frame, end]))
  }
  return Buffer.concat([Buffer.from('fLaC'), ...blocks, ...parts])
}

const box = (kind: string, ...body: Buffer[]) => {
  const head = Buffer.alloc(8)
  const inside = Buffer.concat(body)
  head.writeUInt32BE(8 + inside.length)
  head.write(kind, 4)
  return Buffer.concat([head, inside])
}
const full = (...numbers: number[]) => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [n, one] of numbers.entries()) bytes.writeUInt32BE(one >>> 0, n * 4)
  return bytes
}

/** An M4A of AAC frames that say nothing: what only a browser can listen to. */
export function m4aOf(
  seconds: number,
  { handler = 'soun', tags = '', rate = 8000 }: { handler?: string; tags?: string; rate?: number } = {},
): Buffer {
  const frames = Math.ceil((seconds * rate) / 1024)
  const samples = frames * 1024
  const data = Buffer.concat(Array.from({ length: frames }, () => Buffer.from([0x01, 0x18, 0x20, 0x07])))
  const config = Buffer.from([0x15, 0x88])
  const esds = Buffer.concat([
    full(0),
    Buffer.from([
      0x03,
      25 - 3 + 1,
      0,
      1,
      0,
      0x04,
      17 - 2 + 2,
      0x40,
      0x15,
      0,
      0,
      0,
      0,
      0,
      0x7d,
      0,
      0,
      0,
      0x7d,
      0,
      0x05,
      2,
    ]),
    config,
    Buffer.from([0x06, 1, 2]),
  ])
  const entry = Buffer.alloc(28)
  entry.writeUInt16BE(1, 6)
  entry.writeUInt16BE(1, 16)
  entry.writeUInt16BE(16, 18)
  entry.writeUInt16BE(rate, 24)
  const named = Buffer.concat([full(0, 0), Buffer.from(handler), Buffer.alloc(12), Buffer.from('\0')])
  const ftyp = box('ftyp', Buffer.from('M4A '), full(0), Buffer.from('M4A isom'))
  const moovOf = (offset: number) =>
    box(
      'moov',
      box(
        'mvhd',
        full(
          0,
          0,
          0,
          rate,
          samples,
          0x10000,
          0x1000000,
          0,
          0,
          0x10000,
          0,
          0,
          0,
          0x10000,
          0,
          0,
          0,
          0x40000000,
          0,
          0,
          0,
          0,
          0,
          0,
          2,
        ),
      ),
      box(
        'trak',
        box(
          'tkhd',
          full(
            7,
            0,
            0,
            1,
            0,
            samples,
            0,
            0,
            0,
            0x1000000,
            0x10000,
            0,
            0,
            0,
            0x10000,
            0,
            0,
            0,
            0x40000000,
            0,
            0,
          ),
        ),
        box(
          'mdia',
          box('mdhd', full(0, 0, 0, rate, samples, 0x55c40000)),
          box('hdlr', named),
          box(
            'minf',
            box('smhd', full(0, 0)),
            box('dinf', box('dref', full(0, 1), box('url ', full(1)))),
            box(
              'stbl',
              box('stsd', full(0, 1), box('mp4a', entry, box('esds', esds))),
              box('stts', full(0, 1, frames, 1024)),
              box('stsc', full(0, 1, 1, frames, 1)),
              box('stsz', full(0, 4, frames)),
              box('stco', full(0, 1, offset)),
            ),
          ),
        ),
      ),
      ...(tags ? [box('udta', Buffer.from(tags))] : []),
    )
  const length = ftyp.length + moovOf(0).length
  return Buffer.concat([ftyp, moovOf(length + 8), box('mdat', data)])
}
