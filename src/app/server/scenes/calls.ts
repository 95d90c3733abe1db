import type { BodyInput, Endpoint, Method, ReplyOf } from '#core/contract/endpoint.ts'

/** Sends one request, over whatever leads to the server: `inject` in one process, HTTP from another. */
export type Send = (
  method: Method,
  path: string,
  body: object | undefined,
) => Promise<{ status: number; text: string }>

interface Input<E> {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: BodyInput<E>
}

/** The API as one person calls it, by its contracts. */
export interface Calls {
  /** @throws Error with the server's answer, unless the call succeeds */
  <E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  /** Null where the state has moved on meanwhile, as happens between people. */
  maybe<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E> | null>
}

/** Calls by contract over that way to the server. */
export function callsOver(send: Send): Calls {
  const sendTo = (endpoint: Endpoint, { params = {}, query, body }: Input<Endpoint>) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
    return send(
      endpoint.method,
      query ? `${path}?${new URLSearchParams(query)}` : path,
      endpoint.method === 'GET' ? undefined : ((body ?? {}) as object),
    )
  }
  const refused = (endpoint: Endpoint, { status, text }: { status: number; text: string }) =>
    new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${text}`)

  const call = async <E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<ReplyOf<E>> => {
    const answer = await sendTo(endpoint, input)
    if (answer.status >= 300) throw refused(endpoint, answer)
    return JSON.parse(answer.text)
  }
  const maybe: Calls['maybe'] = async (endpoint, input = {}) => {
    const answer = await sendTo(endpoint, input)
    if (answer.status >= 500 || answer.status === 422) throw refused(endpoint, answer)
    return answer.status < 300 ? JSON.parse(answer.text) : null
  }
  return Object.assign(call, { maybe })
}
