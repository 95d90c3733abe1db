import { Connection } from './pool.ts'

/*
 * UNORDERED=1 npm test -- db: rows of a statement that says nothing of an order, nor of a limit, come backwards. PostgreSQL
 * promises none, and gives another one once a row was written anew and its old place cleared: what leans on the order in
 * which rows were made fails here each time, and not once in a thousand. Inserts are left alone: they return what they were
 * given, in its order.
 */

const MANY = /^[\s(]*(select|with|update|delete)\b/i
const HAS_ORDER = /\border by\b|\blimit\b/i

// biome-ignore-start lint/suspicious/noExplicitAny: eight overloads of a library, passed through
function backwards(result: any) {
  result?.rows?.reverse?.()
  return result
}

const patched = Connection.prototype as Connection & { isUnordered?: true }
if (process.env.UNORDERED && !patched.isUnordered) {
  patched.isUnordered = true
  const { query } = patched
  patched.query = function (this: Connection, ...args: any[]) {
    const text: string = typeof args[0] === 'string' ? args[0] : (args[0]?.text ?? '')
    if (!MANY.test(text) || HAS_ORDER.test(text)) return query.apply(this, args)
    // The pool asks for a callback, a transaction waits for a promise.
    const done = args.at(-1)
    if (typeof done === 'function')
      return query.apply(this, [
        ...args.slice(0, -1),
        (error: any, result: any) => done(error, backwards(result)),
      ])
    const answer = query.apply(this, args)
    return answer instanceof Promise ? answer.then(backwards) : answer
  }
}
// biome-ignore-end lint/suspicious/noExplicitAny: as above
