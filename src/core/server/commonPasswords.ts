import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/*
 * Passwords that are guessed first. Both lists are read when the first password is chosen: they are no part of what a start
 * costs, and none of what a page loads.
 */

/** Shorter words are refused for their length. */
const SHORTEST = 10

let reading: Promise<ReadonlySet<string>> | undefined

/** The commonest words of Spanish, which people here take for a password. */
async function readWords(): Promise<ReadonlySet<string>> {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-es-es/src/commonWords.json')
  const words: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!Array.isArray(words)) throw new Error('the list of common words is none')
  return new Set(words.filter((word): word is string => typeof word === 'string' && word.length >= SHORTEST))
}

function wordsOnce(): Promise<ReadonlySet<string>> {
  reading ??= readWords().catch((error) => {
    reading = undefined
    throw error
  })
  return reading
}

/** One of the commonest passwords or words, in any case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const given = password.toLowerCase()
  const list = await import('fxa-common-password-list')
  return list.test(given) || (await wordsOnce()).has(given)
}
