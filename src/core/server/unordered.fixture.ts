import { Connection } from './pool.ts'

/*
 * UNORDERED=1 npm test -- db: rows of a statement that says nothing of an order, nor of a limit, come backwards. PostgreSQL
 * promises none, and gives another one once a row was written anew and its old place cleared: what leans on the order in
 * which rows were made fails here each time, and not once in a thousand. Inserts are left alone: they return what they were
 * given, in its order.
 */

const MANY = /^[\s(]*(select|with|update|delete)\b/i
const HAS_ORDER = /\border by\b|\blimit\b/i

const backwards = <Result extends { rows?: unknown[] } | undefined>(result: Result): Result => {
  result?.rows?.reverse()
  return result
}

type Query = (this: Connection, ...args: unknown[]) => unknown
type Done = (error: unknown, result?: { rows?: unknown[] }) => void

const patched = Connection.prototype as Connection & { isUnordered?: true }
if (process.env.UNORDERED && !patched.isUnordered) {
  patched.isUnordered = true
  const query: Query = patched.query
  patched.query = function (...args) {
    const [asked] = args as [string | { text?: string }]
    const text = typeof asked === 'string' ? asked : (asked?.text ?? '')
    if (!MANY.test(text) || HAS_ORDER.test(text)) return query.apply(this, args)
    // The pool asks for a callback, a transaction waits for a promise.
    const done = args.at(-1)
    if (typeof done === 'function') {
      const told: Done = (error, result) => (done as Done)(error, backwards(result))
      return query.apply(this, [...args.slice(0, -1), told])
    }
    const answer = query.apply(this, args)
    return answer instanceof Promise ? answer.then(backwards) : answer
  } satisfies Query
}
