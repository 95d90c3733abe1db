import { hash as digest, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { networkOf } from './input.ts'
import { openTurns } from './turns.ts'

/**
 * argon2id with 46 MiB and one pass: about 25 ms of one core on a small server. It is what OWASP's cheat sheet on storing
 * passwords asks for at least; of the settings that it holds for equal, the one with the most memory, which is what
 * guessing in numbers lacks. What it costs is paid by everybody who waits to be let in.
 */
const COST = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 47_104, timeCost: 1, parallelism: 1 }

/** A new secret of 256 bits, as it travels in a header or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: its SHA-256 in hex. A token is random, so it needs neither salt nor a slow hash. */
export const tokenHash = (token: string): string => digest('sha256', token)

/*
 * Hashing runs off the event loop, but cores and memory are limited: as many run at a time as there are cores. Where more
 * come than that, addresses take turns: one that had none lately goes first, and of those the newest, so that whoever
 * comes during a flood doesn't wait for all of it. Who has waited for too long hears that it is busy.
 */
const openPasswords = (patience_ms: number, at_once = Math.max(1, availableParallelism())) =>
  openTurns({ at_once, waiting: 100, waiting_each: 20, patience_ms, newest_first: true })
/** While some hash, the next have their tries counted and their account read. */
const openDoor = (patience_ms: number) => openPasswords(patience_ms, availableParallelism() + 2)
let turns = openPasswords(8_000)
let door = openDoor(8_000)

/** Who waits for a password is refused only after a minute: where the machine is busy with something else, as in tests. */
export function bePatient(): void {
  turns = openPasswords(60_000)
  door = openDoor(60_000)
}

/** Who has a password hashed or checked, for whose turn it is. */
export interface Asker {
  /** Where they are. */
  ip: string
  /** They were signed in there before: they go first. */
  known?: boolean
}

const queued = <Result>({ ip, known = false }: Asker, work: () => Promise<Result>) =>
  turns.take(networkOf(ip), work, { first: known })

/** The hash to store of a password. @throws Refusal 503 with Retry-After when too many are waiting */
export const hashPassword = (password: string, asker: Asker): Promise<string> =>
  queued(asker, () => hash(password, COST))

/**
 * Lets people in who come with a password, by the same turns, a few at a time: the statements that each of them needs
 * would else stand in a queue of their own, where those of a flood go before those of whoever comes next.
 * @throws Refusal 503 with Retry-After when too many are waiting
 */
export const atTheDoor = <Result>(
  { ip, known = false }: Asker,
  enter: () => Promise<Result>,
): Promise<Result> => door.take(networkOf(ip), enter, { first: known })

/** How every hash of `COST` begins. */
const MADE_AT_COST = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

/** Whether a stored hash was made at another cost than passwords are hashed at now. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(MADE_AT_COST)

let decoy: Promise<string> | undefined

/**
 * Whether a password matches the stored hash. Without a hash (no such account, or an account without a password) it
 * takes the same time, and the answer is no.
 * @throws Refusal 503 with Retry-After when too many are waiting
 */
export async function passwordMatches(
  stored: string | null | undefined,
  password: string,
  asker: Asker,
): Promise<boolean> {
  decoy ??= hash(newToken(), COST)
  const against = stored ?? (await decoy)
  const matches = await queued(asker, () => verify(against, password))
  return matches && !!stored
}
