import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { type Disk, freeOn, isDiskFull, openDisk } from './disk.ts'

const RESERVE = 1000

async function watched(disk_reserve = RESERVE) {
  const free = { files: 5000, rows: 5000 }
  const said: string[] = []
  const disk = await openDisk(
    { data_dir: '/files', disk_reserve },
    {
      database: '/rows',
      free: async (folder) => (folder === '/rows' ? free.rows : free.files),
      log: () => ({ warn: (_: unknown, text?: string) => said.push(text ?? '') }),
    },
  )
  return { free, said, disk }
}

const admitted = (disk: Disk) =>
  (['much', 'little', 'none'] as const).filter((need) => {
    try {
      disk.admit(need)
      return true
    } catch (error) {
      expect(error).toMatchObject({ status: 507, code: 'common.no_room', headers: { 'retry-after': '60' } })
      return false
    }
  })

it('what takes much is refused first, then all that is written; with room made, all goes on', async () => {
  const { free, said, disk } = await watched()
  expect(admitted(disk)).toEqual(['much', 'little', 'none'])
  free.rows = RESERVE - 1
  await disk.look()
  expect([disk.room(), admitted(disk)]).toEqual(['short', ['little', 'none']])
  free.rows = RESERVE / 2 - 1
  await disk.look()
  expect([disk.room(), admitted(disk)]).toEqual(['none', ['none']])
  free.rows = 5000
  await disk.look()
  expect([disk.room(), admitted(disk)]).toEqual(['enough', ['much', 'little', 'none']])
  expect(said).toHaveLength(3)
  disk.close()
})

it('a full disk of files stops uploads, but no rows that are kept on another', async () => {
  const { free, disk } = await watched()
  free.files = 0
  await disk.look()
  expect([disk.room(), admitted(disk)]).toEqual(['short', ['little', 'none']])
  disk.close()
})

it('without a reserve nothing is asked or refused', async () => {
  const { free, disk } = await watched(0)
  free.files = free.rows = 0
  await disk.look()
  expect(admitted(disk)).toEqual(['much', 'little', 'none'])
  disk.close()
})

it('what is free is what the system says, and a folder that is not there stops nothing', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-disk-'))
  expect(await freeOn(folder)).toBeGreaterThan(0)
  rmSync(folder, { recursive: true })
  const disk = await openDisk(
    { data_dir: folder, disk_reserve: 1 },
    { database: undefined, log: () => ({ warn: () => {} }) },
  )
  expect(disk.room()).toBe('enough')
  disk.close()
})

it('a full disk is known by what the database says, or the system, also inside other errors', () => {
  const of = (code: string) => Object.assign(new Error('x'), { code })
  expect(isDiskFull(of('53100'))).toBe(true)
  expect(isDiskFull(new Error('could not put', { cause: of('ENOSPC') }))).toBe(true)
  expect(isDiskFull(of('23505'))).toBe(false)
  expect(isDiskFull(new Refusal(507, 'common.no_room'))).toBe(false)
})
