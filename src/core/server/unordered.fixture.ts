import { Connection } from './pool.ts'

/*
 * UNORDERED=1 npm test -- db: rows of a statement that names no order come backwards. PostgreSQL promises none, and gives
 * another one once a row was written anew and its old place cleared: what leans on the order in which rows were made fails
 * here each time, and not once in a thousand. Inserts are left alone: they return what they were given, in its order.
 */

const MANY = /^\s*(select|with|update|delete)\b/i
const HAS_ORDER = /\border by\b|\blimit\b/i

const patched = Connection.prototype as Connection & { isUnordered?: true }
if (process.env.UNORDERED && !patched.isUnordered) {
  patched.isUnordered = true
  const { query } = patched
  // biome-ignore lint/suspicious/noExplicitAny: eight overloads of a library, passed through
  patched.query = function (this: Connection, ...args: any[]) {
    const answer = query.apply(this, args)
    const text: string = typeof args[0] === 'string' ? args[0] : (args[0]?.text ?? '')
    if (!(answer instanceof Promise) || !MANY.test(text) || HAS_ORDER.test(text)) return answer
    return answer.then((result) => {
      result?.rows?.reverse?.()
      return result
    })
  }
}
