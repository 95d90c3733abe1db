import * as z from 'zod/mini'

export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 128

/**
 * Those of the 10,000 commonest passwords (ranking of zxcvbn-ts, MIT) that are long enough to pass the length rule:
 * the shorter ones never get this far.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
qwertyuiop 1234567890 q1w2e3r4t5 1q2w3e4r5t 4815162342 123456789a 12345qwert 1234554321 usuckballz1
password123 123456789q basketball 1029384756 123qweasdzxc soso123aljg manchester 1qaz2wsx3edc
12345678910 q1w2e3r4t5y6 1123581321 qwerty12345 1q2w3e4r5t6y fuck_inside mailcreated5240 nuttertools
1122334455 qazwsxedcrfv 123456qwerty 1234567890q terminator qwerty123456 california enterprise
123456789z rjirfrgbde christopher polniypizdec0211 fktrcfylhf sojdlg123aljg a123456789 translator
deepthroat undertaker qwerty1234 motherlode multiplelo rjycnfynby syncmaster aleksandra salamander
sersolution montgom240 leavemealone motherfucker realmadrid tinkerbell 123456654321 dragonball
playstation ghostrider 1234567890a 1357924680 7ugd5hip2j gfhjkmgfhjkm 9293709b13 microphone 1234567891
washington vsjasnel12 qazwsxedc123 yjdsqgfhjkm strawberry anastasiya mypassword zxcvbnm123 harrypotter
qwert12345 password12 abrakadabra alessandro 123456789s good123654 fuckinside konstantin 7894561230
underground tokiohotel highlander ghjcnjgfhjkm evangelion zxcasdqwe123 sonyericsson suckmydick
pufunga7782 liverpool1 university hellokitty ghhh47hj7649 roadrunner ironmaiden mississippi intercourse
12345qwerty htubcnhfwbz 123456789m revolution absolutely q123456789 vqsablpzla friendster skateboard
masterbate 123456789d vfntvfnbrf penetration 0192837465 cocksucker 123456789qwe alexander1 nthvbyfnjh
azertyuiop password01 1qazxsw23edc 1234567899 ilovepussy 1234509876 password99 abracadabra madagaskar
sweetheart ronaldinho masterbating dragonballz rfhfvtkmrf ghjcnbnenrf information supersonic
qwerasdfzxcv qweasdzxc123 cheerleaers metallica1 123456789r flvbybcnhfnjh experienced greedisgood
`
    .trim()
    .split(/\s/),
)

/** One of the 10,000 commonest passwords, in any case. */
export const isCommonPassword = (password: string): boolean => COMMON_PASSWORDS.has(password.toLowerCase())

export const Password = z.string().check(
  z.minLength(PASSWORD_MIN),
  z.maxLength(PASSWORD_MAX),
  z.refine((password) => !isCommonPassword(password), 'validation.password_common'),
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
