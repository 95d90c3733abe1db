import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import type { Language } from '#core/contract/language.ts'
import type { Reading } from './app.ts'
import type { ReadContext, Viewer } from './route.ts'

/** What all contexts of one call know of it. */
export interface Call {
  readonly viewer: Viewer | null
  readonly language: Language
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Made for the first who asks for it. */
  signal?: AbortSignal
}

/**
 * What a handler gets: a call, and what it is read or written by. A class, since it has getters: in an object literal they
 * make V8 keep a hidden class for each object, which holds all of the call until the next full collection.
 */
export class CallContext implements ReadContext {
  declare readonly db: Reading['db']
  declare readonly now: Reading['now']
  declare readonly app: Reading['app']
  readonly guest: Viewer | null
  readonly language: Language
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly #call: Call

  /** @param work what it is read by; of a write with its `effects`, which its handler knows of (Context) */
  constructor(work: Reading, call: Call) {
    // What is only declared above, and all else that this work has.
    Object.assign(this, work)
    this.guest = call.viewer
    this.language = call.language
    this.request = call.request
    this.reply = call.reply
    this.#call = call
  }

  get signal(): AbortSignal {
    this.#call.signal ??= leavingOf(this.reply)
    return this.#call.signal
  }

  get viewer(): Viewer {
    if (!this.guest) throw new Refusal(401, 'access.unauthorized')
    return this.guest
  }
}

/** Aborted when the connection closes before the answer was sent. */
function leavingOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  const check = () => {
    if (!raw.writableFinished) leaving.abort()
  }
  if (raw.destroyed) check()
  else raw.once('close', check)
  return leaving.signal
}
