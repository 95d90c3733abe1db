import { PLACES } from '#core/contract/places.ts'
import { MOST_WORDS, meant } from '#core/contract/spelling.ts'
import { wordsIn } from '#core/contract/words.ts'
import { type Database, type Db, isTooSlow } from '#core/server/db.ts'
import { FORMATS, GENRES, INSTRUMENTS } from '#features/services/contract.ts'

/** Names in which something near a word stands: the nearest are among so many. */
const NAMES = 40

/**
 * A text as somebody may have meant it who is found by nothing in it: each word that is no genre, instrument, line-up or
 * town becomes the nearest of these, or of the words in names.
 * @returns null where nothing is any nearer
 */
export async function spelledAnew(db: Db, text: string): Promise<string | null> {
  const words = wordsIn(text)
  if (words.length > MOST_WORDS) return null
  const rows = await nearTo(
    db,
    [...new Set(words)].filter((word) => word.length > 2),
  )
  const terms = [
    ...rows.filter(({ word }) => word === null).flatMap(({ near }) => wordsIn(near)),
    ...PLACES.flatMap(({ city }) => wordsIn(city)),
  ]
  const anew = words.map((word) =>
    meant(word, [...terms, ...rows.filter((row) => row.word === word).flatMap(({ near }) => wordsIn(near))]),
  )
  return anew.join(' ') === words.join(' ') ? null : anew.join(' ')
}

/** Every term, without a word; and beside each word the names in which something near it stands. */
async function nearTo(db: Db, words: readonly string[]): Promise<{ word: string | null; near: string }[]> {
  try {
    // Without a name, so that it is cancelled when whoever asks leaves.
    const { rows } = await (db as Database).$client.query<{ word: string | null; near: string }>({
      text: `select null as word, words_of_term(term) as near from unnest($1::text[]) term
        union all
        select word, near from unnest($2::text[]) word cross join lateral names_near(word, ${NAMES}) near`,
      values: [[...GENRES, ...INSTRUMENTS, ...FORMATS], words],
    })
    return rows
  } catch (error) {
    // A word that is near to too many names means none of them: nobody is found, as it was written.
    if (isTooSlow(error)) return []
    throw error
  }
}
