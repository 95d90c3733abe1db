import { oneLine } from '#core/contract/text.ts'

/** What a file is called until somebody says it better: its name without its ending. */
export function titleFrom(name: string, most: number): string {
  const words = oneLine(name.toWellFormed().normalize('NFC'))
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/_+/g, ' ')
  return [...words].slice(0, most).join('').trim()
}

/** Which part of a file somebody asks for; all of it where they don't say, or say it in a way that we don't know. */
export function rangeOf(
  header: string | undefined,
  bytes: number,
): 'all' | 'none' | { from: number; to: number } {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (!first && !last) return 'all'
  if (!first) return Number(last) === 0 ? 'none' : { from: Math.max(0, bytes - Number(last)), to: bytes - 1 }
  const from = Number(first)
  const to = last ? Math.min(Number(last), bytes - 1) : bytes - 1
  if (last && Number(last) < from) return 'all'
  return from >= bytes ? 'none' : { from, to }
}
