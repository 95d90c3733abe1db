import { Refusal } from '#core/contract/errors.ts'
import { causesOf } from './causes.ts'

/*
 * Costly work takes turns: a few at once, one person's after the other, and whoever had least lately goes first. One
 * person can then fill neither the places nor the queue, and whoever is refused hears it at once, with when to come back.
 */

/** Whoever had a turn lately; the longest ago are forgotten. */
const REMEMBERED = 1000
/** How much one turn counts in the average that Retry-After is worked out from. */
const SHARE = 0.2
const RETRY_MAX_SECONDS = 30

/** The places for one kind of costly work. */
export interface Turns {
  /**
   * Runs when it is this person's turn.
   * @param who whose it is, e.g. `user:12` or an address
   * @param more.first goes before everybody who isn't first
   * @param more.signal whoever leaves gives their place in the queue back; what runs already isn't stopped by it
   * @param more.patience_ms how long this one waits, where that isn't the same for all
   * @param more.from where it comes from, an address: many accounts of one place have only some of the places together
   * @throws Refusal 503 `common.busy` with Retry-After when too many wait, or they waited for too long; 499 who left
   */
  take<Result>(
    who: string,
    run: () => Promise<Result>,
    more?: {
      first?: boolean
      signal?: AbortSignal | undefined
      patience_ms?: number | undefined
      from?: string | undefined
    },
  ): Promise<Result>
  /** How many wait. */
  waiting(): number
}

interface Waiting {
  who: string
  from: string | undefined
  first: boolean
  /** Rises with each that comes. */
  at: number
  go(): void
  refuse(refusal: Refusal): void
}

/**
 * Makes places for one kind of costly work.
 * @param options.at_once of everybody together
 * @param options.at_once_each of one person
 * @param options.at_once_from of one address
 * @param options.waiting of everybody together; beyond that whoever would be last is refused
 * @param options.waiting_each of one person
 * @param options.patience_ms who waited that long is refused
 * @param options.newest_first among equals the newest goes first: where more come than can be served, the others have
 * left already when their turn comes
 */
export function openTurns(options: {
  at_once: number
  at_once_each?: number
  at_once_from?: number
  waiting: number
  waiting_each: number
  patience_ms?: number
  newest_first?: boolean
}): Turns {
  const { at_once, newest_first = false } = options
  const { at_once_each = Number.POSITIVE_INFINITY, at_once_from = Number.POSITIVE_INFINITY } = options
  const running = new Map<string, number>()
  const runningFrom = new Map<string, number>()
  /** When somebody had their last turn, the longest ago first. */
  const served = new Map<string, number>()
  let queue: Waiting[] = []
  let busy = 0
  let came = 0
  let average_ms = 0

  const refusal = () => {
    const seconds = Math.ceil((queue.length * average_ms) / at_once / 1000)
    return new Refusal(503, 'common.busy', {
      headers: { 'retry-after': String(Math.min(RETRY_MAX_SECONDS, Math.max(1, seconds))) },
    })
  }

  /** Those who wait, next first: a second one of somebody comes after everybody's first. */
  function inOrder(): Waiting[] {
    const rounds = new Map<string, number>()
    return [...queue]
      .sort((a, b) => a.at - b.at)
      .map((one) => {
        const round = rounds.get(one.who) ?? running.get(one.who) ?? 0
        rounds.set(one.who, round + 1)
        return { one, round, served: served.get(one.who) ?? -1 }
      })
      .sort(
        (a, b) =>
          Number(b.one.first) - Number(a.one.first) ||
          a.round - b.round ||
          a.served - b.served ||
          (newest_first ? b.one.at - a.one.at : a.one.at - b.one.at),
      )
      .map(({ one }) => one)
  }

  const leave = (one: Waiting) => {
    queue = queue.filter((other) => other !== one)
  }

  function start({ who, from }: Pick<Waiting, 'who' | 'from'>) {
    busy++
    count(running, who, 1)
    if (from !== undefined) count(runningFrom, from, 1)
    served.delete(who)
    served.set(who, ++came)
    if (served.size > REMEMBERED) served.delete(served.keys().next().value as string)
  }

  function end({ who, from }: Pick<Waiting, 'who' | 'from'>) {
    busy--
    count(running, who, -1)
    if (from !== undefined) count(runningFrom, from, -1)
    callNext()
  }

  const mayRun = ({ who, from }: Pick<Waiting, 'who' | 'from'>) =>
    busy < at_once &&
    (running.get(who) ?? 0) < at_once_each &&
    (from === undefined || (runningFrom.get(from) ?? 0) < at_once_from)

  function callNext() {
    if (queue.length === 0) return
    for (const next of inOrder()) {
      if (busy >= at_once) return
      if (!mayRun(next)) continue
      leave(next)
      start(next)
      next.go()
    }
  }

  function wait(
    { who, from }: Pick<Waiting, 'who' | 'from'>,
    first: boolean,
    signal: AbortSignal | undefined,
    patience_ms: number | undefined,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const patience = patience_ms ? setTimeout(() => mine.refuse(refusal()), patience_ms) : undefined
      const left = () => mine.refuse(gone())
      const over = () => {
        clearTimeout(patience)
        signal?.removeEventListener('abort', left)
      }
      const mine: Waiting = {
        who,
        from,
        first,
        at: ++came,
        go() {
          over()
          resolve()
        },
        refuse(why) {
          over()
          leave(mine)
          reject(why)
        },
      }
      signal?.addEventListener('abort', left)
      queue.push(mine)
      const own = queue.filter((one) => one.who === who)
      if (own.length > options.waiting_each) mine.refuse(refusal())
      else if (queue.length > options.waiting) inOrder().at(-1)?.refuse(refusal())
    })
  }

  return {
    waiting: () => queue.length,
    async take(who, run, { first = false, signal, patience_ms = options.patience_ms, from } = {}) {
      if (signal?.aborted) throw gone()
      const whose = { who, from }
      if (mayRun(whose)) start(whose)
      else await wait(whose, first, signal, patience_ms)
      const begun = performance.now()
      try {
        return await run()
      } finally {
        average_ms += SHARE * (performance.now() - begun - average_ms)
        end(whose)
      }
    },
  }
}

/** Counts one more or less under a key; what is none isn't kept. */
function count(counts: Map<string, number>, key: string, by: 1 | -1) {
  const next = (counts.get(key) ?? 0) + by
  if (next > 0) counts.set(key, next)
  else counts.delete(key)
}

/** Nobody reads this any more: the caller has left (the status that proxies write down for it). */
export const gone = (): Refusal => new Refusal(499, 'common.busy')

/** Whether something was given up because its caller has left. */
export const hasGone = (error: unknown): boolean =>
  [...causesOf(error)].some((one) => one instanceof Refusal && one.status === 499)
