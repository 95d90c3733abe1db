import * as z from 'zod/mini'

export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 128

/** A few characters over and over, and hardly anything else. */
const isRepeated = (password: string) => /^(.{1,4})\1{2,}.{0,3}$/su.test(password)

/** How many characters of a password may stand outside an order, such as the "a" of "a123456789". */
const OUTSIDE = 3

/** The alphabet or the numbers, up or down, and hardly anything else. */
function isInOrder(password: string): boolean {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  // 9 is followed by 0, and 0 by 9.
  const follow = (by: 1 | -1) => steps.filter((step) => step === by || step === -9 * by).length
  return Math.max(follow(1), follow(-1)) >= codes.length - OUTSIDE
}

/** Guessed at once, whatever list somebody has. */
export const isSimplePassword = (password: string): boolean =>
  isRepeated(password.toLowerCase()) || isInOrder(password.toLowerCase())

/** Whether it is a common one, the server says: the lists are too long for a page. */
export const Password = z.string().check(
  z.minLength(PASSWORD_MIN),
  z.maxLength(PASSWORD_MAX),
  z.refine((password) => !isSimplePassword(password), 'validation.password_simple'),
)

/** Marks and accents count for nothing when a password is compared with words. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const wordsIn = (text: string) =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plain)
    .filter((word) => word.length >= 3)

/** Everybody who attacks an account here tries these first. */
const PRODUCT = 'tarima'

/** What has to be left of a password when everything is taken out that anybody knows about whose it is. */
const OWN_LEAST = 6

/** Who chooses a password. */
interface Chooser {
  email: string
  name?: string | undefined
}

/** The password is the e-mail or its part before the @. */
const isEmail = (password: string, email: string) => {
  const given = password.trim().toLowerCase()
  const own = email.trim().toLowerCase()
  return given === own || given === own.split('@')[0]
}

/** Hardly anything is in it but this product's name and theirs, the e-mail, and a few more characters. */
function isMadeOfKnownWords(password: string, { email, name = '' }: Chooser): boolean {
  const words = [PRODUCT, ...wordsIn(name), ...wordsIn(email)].sort((a, b) => b.length - a.length)
  const given = plain(password)
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), given)
  return left !== given && left.length < OWN_LEAST
}

/**
 * What is wrong with a password for whoever chooses it: null, or the text that says so. The e-mail itself, and what
 * is made of words that anybody knows (OWASP ASVS 6.2.11), are guessed first.
 */
export function problemOfPassword(password: string, chooser: Chooser): string | null {
  if (isEmail(password, chooser.email)) return 'validation.password_email'
  return isMadeOfKnownWords(password, chooser) ? 'validation.password_words' : null
}

const ownPassword = (key: string) =>
  z.refine<Chooser & { password: string }>(
    ({ password, ...chooser }) => problemOfPassword(password, chooser) !== key,
    { error: key, path: ['password'] },
  )

/** The same as rules of a form that has all of it. */
export const notMadeOfOneself = [
  ownPassword('validation.password_email'),
  ownPassword('validation.password_words'),
] as const
