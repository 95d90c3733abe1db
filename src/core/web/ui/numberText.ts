/**
 * The number that somebody wrote, as their language writes numbers.
 * @param unit what may stand beside it, such as `US$`
 * @returns null for nothing, undefined for what is no number
 */
export function numberIn(text: string, locale: string, unit = ''): number | null | undefined {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.8)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const bare = text.replace(unit, '').replaceAll(sign('group'), '').replace(/\s/g, '')
  if (bare === '') return null
  const plain = bare.replace(sign('decimal'), '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

/**
 * What is wrong with a number that was written, as the texts of validation name it.
 * @param written as `numberIn` reads it
 * @returns null for what is sound, and for nothing
 */
export function problemOfNumber(
  written: number | null | undefined,
  { isWhole, least, most }: { isWhole: boolean; least: number; most: number },
): 'number' | 'whole' | 'minimum' | 'maximum' | null {
  if (written === null) return null
  if (written === undefined) return 'number'
  if (isWhole && !Number.isInteger(written)) return 'whole'
  if (written < least) return 'minimum'
  return written > most ? 'maximum' : null
}
