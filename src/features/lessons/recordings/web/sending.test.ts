import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#core/web/ask.ts'
import { mayStay, sendRecorded, type Unsent } from './sending.ts'

/* What a page does with what it recorded, by what the server says. */

const SOUND = new Blob(['sonido'], { type: 'audio/ogg' })
const fault = (status: number, code: string) => new ApiError(status, { code, message: `por ${code}` })

async function sent(
  keep: () => Promise<unknown>,
  { isGone = false, write = async (file: Blob): Promise<Blob | null> => file } = {},
) {
  const said = { lost: vi.fn(), empty: vi.fn(), kept: vi.fn(), save: vi.fn() }
  let left: Unsent | null = null
  await sendRecorded(7, SOUND, {
    ...{ write, keep, unwritten: 'no se pudo', isGone: () => isGone, ...said },
    see: (unsent) => {
      left = unsent
    },
  })
  return { ...said, left: left as Unsent | null }
}

describe('what may not be kept is nobody’s', () => {
  for (const code of [
    'lessons.recording_minor',
    'lessons.recording_without_consent',
    'lessons.recording_moved_on',
    'lessons.recording_too_late',
  ])
    test(`${code}: the page drops it, says why, and hands nothing over when it is left`, async () => {
      for (const isGone of [false, true]) {
        const { left, lost, save } = await sent(() => Promise.reject(fault(409, code)), { isGone })
        expect(left).toBeNull()
        expect(lost).toHaveBeenCalledWith(`por ${code}`)
        expect(save).not.toHaveBeenCalled()
      }
    })

  test('nor is what it refuses for another reason', () => {
    for (const status of [401, 403, 404, 413, 415, 422])
      expect(mayStay(fault(status, 'common.generic'))).toBe(false)
  })
})

describe('what only didn’t arrive stays, to be sent again', () => {
  for (const [status, code] of [
    [0, 'common.connection'],
    [429, 'common.too_many'],
    [503, 'common.generic'],
    [409, 'lessons.recordings_full'],
  ] as const)
    test(`${status} ${code}`, async () => {
      const here = await sent(() => Promise.reject(fault(status, code)))
      expect(here.left).toEqual({ id: 7, file: SOUND, share: null, error: `por ${code}` })
      expect([here.save.mock.calls, here.lost.mock.calls]).toEqual([[], []])
      // Nobody sees the page any more that would offer it.
      const gone = await sent(() => Promise.reject(fault(status, code)), { isGone: true })
      expect(gone.save).toHaveBeenCalledWith(SOUND)
    })

  test('so does what this page couldn’t write: as it was recorded, with what is said of it', async () => {
    const keep = vi.fn()
    const { left } = await sent(keep, { write: () => Promise.reject(new Error('offline')) })
    expect(left).toEqual({ id: 7, file: SOUND, share: null, error: 'no se pudo' })
    expect(keep).not.toHaveBeenCalled()
  })
})

test('what is kept leaves the page, and what has no sound isn’t sent', async () => {
  const done = await sent(async () => ({}))
  expect([done.left, done.kept.mock.calls.length]).toEqual([null, 1])
  const keep = vi.fn()
  const nothing = await sent(keep, { write: async () => null })
  expect([nothing.left, nothing.empty.mock.calls.length, keep.mock.calls.length]).toEqual([null, 1, 0])
})
