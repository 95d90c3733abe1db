import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#core/contract/endpoint.ts'
import { Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import { FRESH_MINUTES, PROOF_NEEDED } from '#core/contract/proof.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Reading, Work } from './app.ts'
import type { Need } from './disk.ts'

/**
 * Who calls, as far as calls are let in or refused by it. A feature that knows more about the caller adds its part to
 * this interface where it reads it (`declare module '#core/server/route.ts'`).
 */
export interface Viewer {
  id: number
  language: Language
  verified: boolean
  /** They aren't of age, and no adult has opened their account. */
  awaits_guardian: boolean
  permissions: readonly string[]
  /** When they last proved that it is them: by signing in, or when they were asked again. */
  proved_at: string
}

/** @throws Refusal 403 `access.proof_needed` when they last proved that it is them too long ago */
export function assertFresh({ proved_at }: Viewer, now: Date): void {
  if (Date.parse(proved_at) < now.getTime() - FRESH_MINUTES * MINUTE) throw new Refusal(403, PROOF_NEEDED)
}

/** What a handler gets that only reads, or that opens its transactions itself. */
export interface ReadContext extends Reading {
  /** Who calls; refuses with 401 when nobody does. */
  readonly viewer: Viewer
  /** Who calls, on a public endpoint. */
  readonly guest: Viewer | null
  readonly language: Language
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Aborted when the caller leaves before the answer. */
  readonly signal: AbortSignal
}

/** What a handler gets that writes: `db` is the one transaction of the call. */
export interface Context extends ReadContext, Work {}

export type AnyEndpoint = Endpoint

/**
 * Reads what a write was about, as its answer would be now.
 * @param about the id that the first answer had
 * @returns undefined when it isn't there any more
 */
export type Again = (
  context: ReadContext,
  input: { params: unknown; query: unknown; body: unknown },
  about: number | null,
) => Promise<unknown>

/** How much of the disk a call takes; see disk.ts. */
export function needOf({ method, upload, room }: AnyEndpoint): Need {
  if (room) return room
  if (upload) return 'much'
  return method === 'GET' || method === 'DELETE' ? 'none' : 'little'
}

export interface Route {
  readonly endpoint: AnyEndpoint
  readonly handler: (
    context: ReadContext,
    input: { params: never; query: never; body: never },
    prepared: never,
  ) => Promise<unknown>
  /** What runs before the transaction of a write; the handler gets its answer. */
  readonly prepare:
    | ((context: ReadContext, input: { params: never; query: never; body: never }) => Promise<unknown>)
    | undefined
  /** How a repeated write is answered, where it can't be told by the routes that read. */
  readonly again: Again | undefined
  /** Whether a write runs in one transaction; false where the handler manages its own. */
  readonly transaction: boolean
  /** The connections that it uses. */
  readonly pool: Pool
  /** Whether a read begins beside that of the session; see ahead.ts. */
  readonly ahead: boolean
}

/** `open`: searches and public profiles, cancelled when who asked leaves; `reserved`: what always has to get through. */
export type Pool = 'common' | 'open' | 'reserved'

/**
 * What a handler throws when what was prepared for it no longer fits: it is prepared again, a few times at most. Then
 * it is the refusal that the caller gets.
 */
export class Outdated extends Refusal {}

/** What is prepared for a write may be outdated when the write gets its turn: then it is prepared again. */
const MOST_PREPARED = 3

/** Prepares a write and writes, once more when it was outdated. */
export async function preparedFor<Prepared, Answer>(
  prepare: () => Promise<Prepared>,
  write: (prepared: Prepared) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const prepared = await prepare()
    try {
      return await write(prepared)
    } catch (error) {
      if (tries >= MOST_PREPARED || !(error instanceof Outdated)) throw error
    }
  }
}

type Input<E extends AnyEndpoint> = { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> }

/**
 * Ties an endpoint to what answers it. No auth, parsing or try/catch in the handler: `mount` did it.
 * @param options.transaction false: the handler opens its transactions itself
 * @param options.again reads the answer of a repeated write, by the id that the first one had
 * @param options.pool which connections `app.db` and `db` are; 'open' only for reads
 * @param options.ahead reads beside the session, for lists that are asked for all the time: it may be read for somebody
 * whom it isn't sent to, so it must do nothing but read, and know the caller by `viewer` and `language` alone
 */
export function on<E extends AnyEndpoint, InOne extends boolean = true>(
  endpoint: E,
  handler: (
    context: E['method'] extends 'GET' ? ReadContext : InOne extends true ? Context : ReadContext,
    input: Input<E>,
  ) => Promise<ReplyOf<E>>,
  options: {
    transaction?: InOne
    pool?: Pool
    ahead?: E['method'] extends 'GET' ? boolean : false
    again?: (context: ReadContext, input: Input<E>, about: number | null) => Promise<ReplyOf<E> | undefined>
  } = {},
): Route {
  return {
    endpoint,
    handler: handler as unknown as Route['handler'],
    transaction: options.transaction ?? true,
    again: options.again as Again | undefined,
    pool: options.pool ?? 'common',
    ahead: options.ahead ?? false,
    prepare: undefined,
  }
}

/**
 * Ties an endpoint to a write that needs something computed first.
 * @param prepare reads and computes before the transaction is open, with nothing locked; it must bear being run for a
 * write that is refused or replayed afterwards
 * @param handler gets what was prepared; it throws `Outdated` where that no longer fits
 */
export function onPrepared<E extends AnyEndpoint, Prepared>(
  endpoint: E,
  prepare: (context: ReadContext, input: Input<E>) => Promise<Prepared>,
  handler: (context: Context, input: Input<E>, prepared: Prepared) => Promise<ReplyOf<E>>,
): Route {
  return {
    endpoint,
    handler: handler as unknown as Route['handler'],
    transaction: true,
    pool: 'common',
    ahead: false,
    prepare: prepare as Route['prepare'],
    again: undefined,
  }
}
