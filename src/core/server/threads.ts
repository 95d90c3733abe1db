import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, getPriority, setPriority } from 'node:os'

/*
 * Node reads files, looks names up, hashes passwords and encodes pictures in one pool of threads. What takes long there
 * must neither fill the pool, or no file is read meanwhile, nor take the cores from the event loop, or nobody is answered.
 */

/** Where cores are short, the event loop and the database go before what has this priority (nice). */
export const BEHIND = 10
/** Passwords take as many threads as there are cores, pictures two; these are for files and names. */
const FOR_FILES = 4

/** Makes the pool large enough, before anything uses it; who runs the server may say otherwise. */
export function widenThreadPool(): void {
  process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 2 + FOR_FILES)
}

/**
 * Puts the pool's threads behind the event loop. Linux alone has priorities by thread; elsewhere this does nothing.
 * @returns how many threads it found
 */
export function lowerThreadPool(): number {
  const threads = poolThreads()
  // Never forward: a server that was started with a low priority keeps it.
  for (const thread of threads) if (getPriority(thread) < BEHIND) setPriority(thread, BEHIND)
  return threads.length
}

/** The threads of a process' pool as the system numbers them; none where it doesn't say. */
export function poolThreads(pid: number | 'self' = 'self'): number[] {
  const folder = `/proc/${pid}/task`
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((thread) => nameOf(`${folder}/${thread}/comm`) === 'libuv-worker')
        .map(Number)
    : []
}

/** Threads come and go: one that ended since it was listed has no name any more. */
function nameOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
