import { oneLine } from '#core/contract/text.ts'
import { type RepertoireSong, TITLE_MAX } from './contract.ts'

/** What stands between a title and who is known for it: a dash with room around it. */
const BETWEEN = /\s+[-–—]\s+/

/** A repertoire as it is typed: one song a line. */
export const songsText = (songs: readonly RepertoireSong[]): string =>
  songs.map(({ title, artist }) => (artist ? `${title} - ${artist}` : title)).join('\n')

/** The songs of a text: title, dash, artist; empty lines and numbers before them are nothing. */
export const songsIn = (text: string): RepertoireSong[] =>
  text.split(/\r?\n/).flatMap((written) => {
    const line = oneLine(written.replace(/^\s*(?:\d{1,3}[.)]|[-*•])\s+/, ''))
    if (!line) return []
    const [title = '', ...artist] = line.split(BETWEEN)
    return [{ title: title.trim(), artist: artist.join(' - ').trim() }]
  })

/** The first song of which a part is too long to be kept; undefined when all fit. */
export const tooLong = (songs: readonly RepertoireSong[]): RepertoireSong | undefined =>
  songs.find(({ title, artist }) => title.length > TITLE_MAX || artist.length > TITLE_MAX)
