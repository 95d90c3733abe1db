import { type App, type Effect, Effects, type Reading, type Work } from './app.ts'
import { isTransient } from './db.ts'

/*
 * The one way to write: a transaction that hands out a Work, runs what was collected for its end, and commits. What
 * belongs to the end (notifications, live signals) is done once for all of it, whoever asked for it along the way.
 */

const MAX_ATTEMPTS = 4
/** Effects that go on adding to each other would never let the transaction end. */
const MAX_RUNS = 50

/**
 * Declares work for the end of a transaction. `run` gets everything that was collected, in order, in the same
 * transaction: if it fails, nothing happened.
 * @param more.feeds effects that `run` itself adds to; they wait for it
 */
export function atEnd<Item>(
  name: string,
  run: Effect<Item>['run'],
  more: { feeds?: readonly { depth: number }[] } = {},
): Effect<Item> {
  const depth = 1 + Math.max(-1, ...(more.feeds ?? []).map((fed) => fed.depth))
  return { name, run, depth }
}

/** Collects items for the end of the transaction. */
export function collect<Item>(work: Work, effect: Effect<Item>, items: readonly Item[]): void {
  work.effects.add(effect, items)
}

/**
 * Runs a write as a whole or not at all: opens the transaction, runs it and the effects it collected, and commits.
 * Transactions that deadlock start again, so `run` may be called several times.
 */
export function transaction<Result>(
  app: App,
  now: Date,
  run: (work: Work) => Promise<Result>,
): Promise<Result> {
  return retried(() =>
    app.db.transaction(async (db) => {
      const effects = new Collected()
      const work: Work = { db, now, app, effects }
      const result = await run(work)
      await effects.finish(work)
      return result
    }),
  )
}

/**
 * Runs a part of a transaction that may fail by itself: what it wrote and what it collected are undone together,
 * and the rest goes on.
 */
export async function savepoint<Result>(work: Work, run: (work: Work) => Promise<Result>): Promise<Result> {
  const { app, now, effects } = work
  const undo = effects instanceof Collected ? effects.mark() : () => {}
  try {
    return await work.db.transaction((db) => run({ db, now, app, effects }))
  } catch (error) {
    undo()
    throw error
  }
}

/**
 * Goes through what a sweep found, one transaction each: one that fails doesn't hold up the others.
 * @throws AggregateError of what failed, after all had their turn
 */
export async function eachOf<Item>(
  { now, app }: Pick<Reading, 'now' | 'app'>,
  items: readonly Item[],
  run: (work: Work, item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items)
    try {
      await transaction(app, now, (work) => run(work, item))
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'some items of a sweep failed')
}

/** Deadlocked transactions are tried again; the pause grows and is random, so that they don't meet again. */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= MAX_ATTEMPTS || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** tries))
    }
  }
}

class Collected extends Effects {
  #waiting = new Map<Effect<unknown>, unknown[]>()
  #isOver = false

  override add<Item>(effect: Effect<Item>, items: readonly Item[]): void {
    if (this.#isOver) throw new Error(`${effect.name} was collected after its transaction had ended`)
    if (items.length === 0) return
    this.#waiting.set(effect, [...(this.#waiting.get(effect) ?? []), ...items])
  }

  /** @returns what forgets everything that is collected and locked from now on */
  mark(): () => void {
    const before = new Map(this.#waiting)
    const locked = new Map(this.locked)
    return () => {
      this.#waiting = before
      this.locked.clear()
      for (const [name, row] of locked) this.locked.set(name, row)
    }
  }

  async finish(work: Work): Promise<void> {
    for (let runs = 0; this.#waiting.size > 0; runs++) {
      const [effect, items] = this.#next()
      if (runs >= MAX_RUNS) throw new Error(`the effects of a transaction never end: ${effect.name}`)
      this.#waiting.delete(effect)
      await effect.run(work, items)
    }
    this.#isOver = true
  }

  /** Effects that feed others go first; otherwise by name, so that the order never depends on the caller. */
  #next(): [Effect<unknown>, unknown[]] {
    const [next] = [...this.#waiting].sort(
      ([one], [other]) => other.depth - one.depth || (one.name < other.name ? -1 : 1),
    )
    if (!next) throw new Error('nothing waits')
    return next
  }
}
