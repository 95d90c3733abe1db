import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

export const doubled = (n: number): number => 2 * n

export function failing(): never {
  throw new Error('that is no number')
}

/** The thread dies; with a mark it does so only the first time. */
export function dying(mark: string | null): string {
  if (mark && existsSync(mark)) return 'alive'
  if (mark) writeFileSync(mark, '')
  process.exit(1)
}

export async function slow(ms: number): Promise<string> {
  await setTimeout(ms)
  return 'done'
}
