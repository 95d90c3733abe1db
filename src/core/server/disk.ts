import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { causesOf } from './causes.ts'
import type { Config } from './config.ts'

/*
 * Keeps a reserve of disk. A database that finds no room any more can't even write that it stops, so what people want
 * to store is refused while there still is some: first what takes much (uploads, copies of one's data), then all writes.
 */

/** How often the disk is asked. */
const LOOK_MS = 1_000
/** The part of the reserve that is left to what is always needed: below it nothing is written any more. */
const LAST_PART = 0.5

/** How much room there is: enough, too little for what takes much, or none but for what makes room again. */
export type Room = 'enough' | 'short' | 'none'

/** How much a call stores: an upload, a row or two, or nothing to speak of. */
export type Need = 'much' | 'little' | 'none'

export interface Disk {
  room(): Room
  /** @throws Refusal 507 `common.no_room` when there is no room for that any more */
  admit(need: Need): void
  /** Asks the disk now; it is asked every second anyway. */
  look(): Promise<void>
  close(): void
}

/** Bytes that are free to everybody on the disk of a folder; infinite where the system doesn't say. */
export async function freeOn(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY
}

/**
 * Watches the disks that data goes to.
 * @param options.database the folder of the embedded database; without one, rows take no room here
 * @param options.free how many bytes are free on the disk of a folder; tests bring their own
 */
export async function openDisk(
  config: Pick<Config, 'data_dir' | 'disk_reserve'>,
  options: {
    database: string | undefined
    log: () => Pick<FastifyBaseLogger, 'warn'>
    free?: ((folder: string) => Promise<number>) | undefined
  },
): Promise<Disk> {
  const { free = freeOn, database } = options
  const reserve = config.disk_reserve
  let room: Room = 'enough'

  async function look() {
    if (reserve === 0) return
    // A disk that can't be asked says so when it is written to.
    const ask = (folder: string) => free(folder).catch(() => Number.POSITIVE_INFINITY)
    const [files, rows] = await Promise.all([
      ask(config.data_dir),
      database ? ask(database) : Number.POSITIVE_INFINITY,
    ])
    const least = Math.min(files, rows)
    const next = rows < reserve * LAST_PART ? 'none' : least < reserve ? 'short' : 'enough'
    if (next === room) return
    room = next
    const says = {
      enough: 'there is room on the disk again',
      short: 'the disk is nearly full: uploads and copies of data are refused',
      none: 'the disk is full: nothing is written any more',
    }
    options.log().warn({ free_mb: Math.floor(least / 1024 / 1024) }, says[room])
  }

  await look()
  let isLooking = false
  const timer = setInterval(async () => {
    // A disk that doesn't answer is asked no second time meanwhile.
    if (isLooking) return
    isLooking = true
    await look()
    isLooking = false
  }, LOOK_MS)
  timer.unref()
  return {
    room: () => room,
    admit(need) {
      if (need === 'none' || room === 'enough' || (need === 'little' && room === 'short')) return
      throw noRoom()
    },
    look,
    close: () => clearInterval(timer),
  }
}

/** 507: there is no room to store that; later there may be. */
export const noRoom = () => new Refusal(507, 'common.no_room', { headers: { 'retry-after': '60' } })

/** Whether something failed because the disk is full, whether the database says so or the system. */
export const isDiskFull = (error: unknown): boolean =>
  // 53100: disk_full
  [...causesOf(error)].some((one) =>
    ['53100', 'ENOSPC', 'EDQUOT'].includes(String((one as NodeJS.ErrnoException).code)),
  )
