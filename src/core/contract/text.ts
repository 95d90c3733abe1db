import * as z from 'zod/mini'

/** Control characters (line ends and tabs too) and the separators of lines and paragraphs. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu
/** What turns the direction of writing: text that reads otherwise than it is. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A text as one line: what breaks it, as in something pasted, is a space; no space at its ends, none twice there. */
export const oneLine = (text: string): string =>
  text.replace(TURNS, '').replace(BREAKS, ' ').replace(/ {2,}/g, ' ').trim()

/**
 * A name, a title or whatever else is one line: it goes into subjects of mails, calendars and lists, where a line end
 * would begin something else. Longer texts, where people make paragraphs, are plain strings.
 * @param min 0 for one that may be empty
 */
export const line = (min: number, max: number) =>
  z.string().check(z.overwrite(oneLine), z.minLength(min), z.maxLength(max))

/** The beginning of a text as one line of `max` characters at most, with an ellipsis where something is left out. */
export const excerptOf = (text: string, max: number): string => {
  const one = text.replace(/\s+/g, ' ').trim()
  return one.length <= max ? one : `${one.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
