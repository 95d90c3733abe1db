import { normalized, wordsIn } from './words.ts'

/*
 * What somebody meant who spelled a word otherwise than we do: Spanish as it sounds in Guatemala, and a slip or two of the
 * fingers. Words come without accents and in lower case.
 */

/** Letters that sound alike there, by what they are written as here. In this order. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ch/g, 'x'],
  [/h/g, ''],
  [/qu(?=[ei])/g, 'k'],
  [/gu(?=[ei])/g, 'g'],
  [/c(?=[ei])/g, 's'],
  [/g(?=[ei])/g, 'j'],
  [/[cq]/g, 'k'],
  [/z/g, 's'],
  [/v/g, 'b'],
  [/ll/g, 'y'],
  [/(.)\1/g, '$1'],
]

/** How a word sounds: words that are written differently and sound alike are one. */
export const soundOf = (word: string): string =>
  SOUNDS.reduce((sound, [letters, as]) => sound.replace(letters, as), word)

/** So many slips are forgiven in a word of that length: a short one is another word soon, unless it sounds the same. */
const slipsIn = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)

/**
 * How many slips of the fingers lead from one word to the other: a letter more, less or another one, or two exchanged
 * (the optimal string alignment distance).
 * @param most beyond this nobody asks: it answers `most + 1`
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        changed,
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
    // Two that are exchanged reach back by two rows.
    if (Math.min(...row, ...before) > most) return most + 1
  }
  return Math.min(row[b.length] ?? 0, most + 1)
}

/**
 * The known word that somebody most likely meant: the one that sounds nearest, of those the one that is written nearest.
 * @param known words that would find somebody, the likelier first
 * @returns the word itself where it is known or nothing is near
 */
export function meant(word: string, known: readonly string[]): string {
  const most = slipsIn(word)
  if (word.length < 3 || known.includes(word)) return word
  const sound = soundOf(word)
  let best = { word, heard: most + 1, written: 0 }
  for (const one of known) {
    if (one.length < 3) continue
    const heard = slipsBetween(sound, soundOf(one), most)
    if (heard > Math.min(most, best.heard)) continue
    const written = slipsBetween(word, one, word.length)
    if (heard < best.heard || written < best.written) best = { word: one, heard, written }
  }
  return best.word
}

/** More words than these say what is meant whatever one of them is. */
export const MOST_WORDS = 6
/** So many different words are compared with what is typed; a longer one is no slip of anything. */
const MOST_KNOWN = 1_500
const LONGEST = 40

/**
 * Which of some texts say each of the words that are typed: somewhere in them, or in the beginning of a word nearly so.
 * Each word is compared once, however many texts have it.
 */
export function sayingNearly(texts: readonly string[], typed: string): boolean[] {
  const said = texts.map(normalized)
  const phrase = normalized(typed)
  const wanted = wordsIn(typed)
  const areFew = wanted.length > 0 && wanted.length <= MOST_WORDS
  const words = areFew ? said.map((text) => wordsIn(text)) : []
  const known = [...new Set(words.flat())].filter((word) => word.length <= LONGEST).slice(0, MOST_KNOWN)
  const near = new Map(
    wanted
      .slice(0, MOST_WORDS)
      .map((word) => [word, new Set(known.filter((one) => beginsNearly(one, word)))]),
  )
  return said.map(
    (text, at) =>
      text.includes(phrase) ||
      (areFew &&
        wanted.every((word) => text.includes(word) || words[at]?.some((one) => near.get(word)?.has(one)))),
  )
}

/** Whether a word begins with what is nearly the one that is typed. */
const beginsNearly = (one: string, word: string): boolean =>
  word.length <= LONGEST &&
  meant(word, [...new Set([word.length, word.length + 1, one.length].map((end) => one.slice(0, end)))]) !==
    word

/** Whether a text says each of the words that are typed, see {@link sayingNearly}. */
export const saysNearly = (text: string, typed: string): boolean => sayingNearly([text], typed)[0] ?? false
