import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#core/contract/time.ts'
import { MP3, OPUS, VORBIS } from '#features/files/encoded.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'
import { flacOf, id3Of, m4aOf, tone, wavOf } from '#features/files/sounds.fixture.ts'
import { lessonOf, NOW, student, teacher } from '#features/lessons/scene.fixture.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

/* A file is checked in the same way wherever it comes in: with a message, a question to support, an assignment, a profile. */

const SCRIPT = '<script>alert(document.cookie)</script>'
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
const ZIP = Buffer.from('PK\x03\x04 a program PK\x05\x06\0\0\0\0', 'latin1')
const WAV = wavOf(tone(2))

/** A WAV that says something else of itself at a place. */
const lying = (at: number, value: number): Buffer => {
  const bytes = Buffer.from(WAV)
  bytes.writeUInt32LE(value, at)
  return bytes
}
/** An Ogg that says it lasts for years. */
const yearsLong = (): Buffer => {
  const bytes = Buffer.from(VORBIS)
  bytes.writeBigInt64LE(1n << 50n, bytes.lastIndexOf('OggS') + 6)
  return bytes
}
const scripted = (): Buffer => {
  const bytes = Buffer.from(WAV)
  bytes.write(SCRIPT, 200)
  return bytes
}

/** What begins like a sound and isn't one that is taken. */
const SOUND_ATTACKS: [string, Buffer, number, string][] = [
  [
    'the first bytes of an Ogg alone',
    Buffer.concat([Buffer.from('OggS'), Buffer.alloc(200)]),
    422,
    'damaged',
  ],
  ['the first bytes of an MP3 alone', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(200)]), 422, 'damaged'],
  ['a page behind a tag', Buffer.concat([id3Of('x'), Buffer.from(`<html>${SCRIPT}</html>`)]), 422, 'damaged'],
  [
    'a tag longer than the file',
    Buffer.from(`ID3\x03\0\0\x7f\x7f\x7f\x7f${'x'.repeat(99)}`, 'latin1'),
    422,
    'damaged',
  ],
  ['a WAV longer than the file', lying(40, 0xffff_fff0), 422, 'damaged'],
  ['a WAV cut off', WAV.subarray(0, 20_000), 422, 'damaged'],
  ['an Ogg with an archive behind it', Buffer.concat([OPUS, ZIP]), 422, 'damaged'],
  ['a film', m4aOf(3, { handler: 'vide' }), 422, 'damaged'],
  ['a page in its samples', scripted(), 415, 'polyglot'],
  ['an instant', wavOf(tone(0.2)), 422, 'too_short'],
  ['years', yearsLong(), 422, 'too_long'],
]
const CODES: Record<string, string> = {
  damaged: 'files.sound_damaged',
  polyglot: 'files.polyglot',
  too_short: 'files.sound_too_short',
  too_long: 'files.sound_too_long',
}

/** What isn't a document either. */
const DOCUMENT_ATTACKS: [string, Buffer, number, string][] = [
  ['a page', Buffer.from(`<html>${SCRIPT}</html>`), 415, 'files.not_an_attachment'],
  [
    'a program',
    Buffer.from('MZ\x90\0\x03\0\0\0 a program called x.pdf', 'latin1'),
    415,
    'files.not_an_attachment',
  ],
  ['a PDF cut off', PDF.subarray(0, PDF.length - 8), 415, 'files.not_an_attachment'],
  ['a PDF behind something', Buffer.concat([Buffer.from(SCRIPT), PDF]), 415, 'files.not_an_attachment'],
  ['a PDF that is an archive', Buffer.concat([PDF, ZIP, Buffer.from('%%EOF')]), 415, 'files.polyglot'],
]

/** Each with something in it that isn't sound. */
const HIDING: [string, Buffer][] = [
  ['mp3', Buffer.concat([id3Of(SCRIPT), MP3, Buffer.from(`TAG${SCRIPT.padEnd(125)}`)])],
  ['wav', wavOf(tone(2), 8000, [['LIST', Buffer.from(SCRIPT)]])],
  ['flac', flacOf(tone(2), { others: [[4, Buffer.from(SCRIPT)]] })],
  ['m4a', m4aOf(3, { tags: SCRIPT })],
]

let t: TestApp
/** A way in: who sends, where, and where it can be fetched again. */
interface Door {
  who: Person
  at: string
}
const doors: Record<'message' | 'question' | 'assignment' | 'profile', Door> = {} as never

beforeAll(async () => {
  t = await testApp({ now: NOW })
  const hunter = await t.person('TALENT_HUNTER')
  const musician = await t.person('MUSICIAN')
  const thread = await hunter.post('/api/threads/', { project_id: musician.project_id ?? 0 })
  doors.message = { who: hunter, at: `/api/threads/${thread.body.id}/files/` }
  doors.question = { who: await t.person('STUDENT'), at: '/api/support/files/' }
  const [who, gives] = [await student(t), await teacher(t)]
  await lessonOf(t, who, gives, new Date(t.clock.now().getTime() + 3 * DAY), 'scheduled')
  const given = await gives.post(`/api/lessons/progress/${who.id}/assignments/`, {
    title: 'Escala de sol',
    text: 'Lento.',
    due: '2026-02-09',
  })
  doors.assignment = { who, at: `/api/lessons/assignments/${given.body.id}/files/` }
  doors.profile = { who: musician, at: `/api/projects/${musician.project_id}/media/sounds/` }
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

async function send({ who, at }: Door, bytes: Buffer) {
  const form = formOf(bytes, { name: 'toma.mp3', type: 'audio/mpeg' })
  return t.inject({
    method: 'POST',
    url: at,
    headers: { ...form.headers, authorization: `Bearer ${who.token}` },
    payload: form.payload,
  })
}
const refusal = async (door: Door, bytes: Buffer) => {
  const { status, body } = await send(door, bytes)
  return [status, body.code]
}

describe.each(['message', 'question', 'assignment', 'profile'] as const)('with a %s', (name) => {
  test.each(SOUND_ATTACKS)('%s isn’t taken as a sound', async (_what, bytes, status, problem) => {
    expect(await refusal(doors[name], bytes)).toEqual([status, CODES[problem]])
  })
})

describe.each(['message', 'question', 'assignment'] as const)('with a %s', (name) => {
  test.each(DOCUMENT_ATTACKS)('%s isn’t taken as a document', async (_what, bytes, status, code) => {
    expect(await refusal(doors[name], bytes)).toEqual([status, code])
  })
})

describe.each(['message', 'assignment'] as const)('with a %s', (name) => {
  test.each(HIDING)(
    'what hides in the tags of an %s isn’t kept, and the rest is sent as what it is',
    async (format, bytes) => {
      const { who, at } = doors[name]
      const { status, text, body } = await send(doors[name], bytes)
      expect(status, text).toBe(201)
      expect(body.format).toBe(format)
      const fetched = await who.get(`${at}${body.id}/`)
      expect(fetched.status).toBe(200)
      expect(fetched.text).not.toContain('script')
      expect(Number(fetched.headers['content-length'])).toBe(body.bytes)
      expect(body.bytes).toBeLessThan(bytes.length + 1)
      expect(fetched.headers['content-security-policy']).toContain('sandbox')
      expect(fetched.headers['x-content-type-options']).toBe('nosniff')
      expect(fetched.headers['content-disposition']).toContain('attachment')
      await who.delete(`${at}${body.id}/`)
    },
  )
})
