import { describe, expect, it } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { Outdated, preparedFor } from './route.ts'

describe('a write that is prepared', () => {
  /** A write that finds what was prepared outdated that many times. */
  const written = async (outdated: number) => {
    let prepared = 0
    const answer = await preparedFor(
      async () => ++prepared,
      async (state) => {
        if (state <= outdated) throw new Outdated(409, 'things.moved_on')
        return state
      },
    )
    return { prepared, answer }
  }
  it('is prepared once when nothing changes meanwhile', async () => {
    expect(await written(0)).toEqual({ prepared: 1, answer: 1 })
  })
  it('is prepared again when it was outdated', async () => {
    expect(await written(2)).toEqual({ prepared: 3, answer: 3 })
  })
  it('is refused when it is outdated every time', async () => {
    await expect(written(3)).rejects.toMatchObject({ status: 409, code: 'things.moved_on' })
  })
  it('is not prepared again when it is refused', async () => {
    let prepared = 0
    const refused = preparedFor(
      async () => ++prepared,
      async () => {
        throw new Refusal(409, 'things.moved_on')
      },
    )
    await expect(refused).rejects.toThrow()
    expect(prepared).toBe(1)
  })
})
