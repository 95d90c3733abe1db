import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  type UseMutationOptions,
} from '@tanstack/react-query'
import type { BodyInput, Endpoint, ParamsOf, QueryInput, ReplyOf } from '#core/contract/endpoint.ts'
import type { Failure } from '#core/contract/errors.ts'
import { PROOF_NEEDED, SECOND_NEEDED } from '#core/contract/proof.ts'
import { i18n } from './i18n.ts'

/** What a call may be refused for lack of, and somebody can be asked for right there. */
const LACKS = [PROOF_NEEDED, SECOND_NEEDED] as const
export type Lack = (typeof LACKS)[number]

/** Whose calls these are. Core knows how to send a token and whom to tell that it is refused, not who it belongs to. */
export interface Caller {
  /** Null: nobody is signed in. */
  token(): string | null
  /** The server no longer knows the token. */
  onUnauthorized(message: string): void
  /** Asks them for what a call was refused for lack of. @returns false when they would rather not */
  satisfy(lack: Lack): Promise<boolean>
}

let caller: Caller = { token: () => null, onUnauthorized: () => {}, satisfy: async () => false }

/** Calls are made as `next` from now on. */
export function callAs(next: Caller): void {
  caller = next
}

/** An error whose message is for whoever reads the page, in their language. */
export class SpokenError extends Error {}

/** A call the server refused, or that never reached it (status 0). */
export class ApiError extends SpokenError {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** The server said why; else the message stands in for what it didn't say. */
  readonly isExplained: boolean

  constructor(status: number, failure: Partial<Failure>) {
    super(failure.message || 'An error occurred')
    this.isExplained = Boolean(failure.message)
    this.status = status
    this.code = failure.code ?? 'common.generic'
    this.fields = failure.fields ?? {}
  }
}

/** What a call takes. */
export type InputOf<E> = { params?: ParamsOf<E>; query?: QueryInput<E>; body?: BodyInput<E> }
type Input<E> = InputOf<E>

/** The address of a call with its parameters filled in. */
export function urlOf<E extends Endpoint>(endpoint: E, { params, query }: Input<E> = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
  return search.size ? `${path}?${search}` : path
}

/** Headers of every call: who asks, and in which language. */
export function headersNow(): Record<string, string> {
  const accessToken = caller.token()
  return {
    accept: 'application/json',
    'accept-language': i18n.language,
    ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
  }
}

/** The fault of a call that never got there. */
export const unreached = () =>
  new ApiError(0, { code: 'common.connection', message: i18n.t('common:errors.common.connection') })

/**
 * The fault of a call that the server refused. A 401 ends the session that made the call, not one that began
 * meanwhile, and none when it was the sign-in itself that failed. Whoever asked without a session has none to end: pages
 * that are still open when one ends ask once more, and must not undo what was remembered of it.
 * @param token of the session that made the call; null without one
 */
export function refused(endpoint: Endpoint, status: number, answer: unknown, token: string | null): ApiError {
  if (status === 401 && token && token === caller.token() && !endpoint.path.includes('/auth/login'))
    caller.onUnauthorized(i18n.t('common:errors.access.unauthorized'))
  return new ApiError(status, typeof answer === 'object' && answer ? (answer as Failure) : {})
}

/** JSON where it is said to be JSON, else text; null for JSON that can't be read. */
async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.includes('json')) return text
  try {
    return text ? JSON.parse(text) : null
  } catch (error) {
    if (response.ok) throw error
    return null
  }
}

/**
 * Makes one call. Success is 200 to 299; an answer that isn't JSON is read as text. What wants a fresh proof,
 * or a second factor, asks for it, once for each, and is then sent again.
 * @throws ApiError with the server's message in the person's language
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E> = {},
  options: { signal?: AbortSignal; key?: string } = {},
): Promise<ReplyOf<E>> {
  const asked = new Set<Lack>()
  for (;;) {
    try {
      return await callOnce(endpoint, input, options)
    } catch (error) {
      const lack = error instanceof ApiError && LACKS.find((code) => code === error.code)
      if (!lack || asked.has(lack) || !(await caller.satisfy(lack))) throw error
      asked.add(lack)
    }
  }
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: { signal?: AbortSignal; key?: string },
): Promise<ReplyOf<E>> {
  const writes = endpoint.method !== 'GET'
  const accessToken = caller.token()
  let response: Response
  try {
    response = await fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        ...headersNow(),
        ...(writes ? { 'idempotency-key': options.key ?? crypto.randomUUID() } : {}),
        ...(writes ? { 'content-type': 'application/json' } : {}),
      },
      ...(writes ? { body: JSON.stringify(input.body ?? {}) } : {}),
      signal: options.signal ?? null,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw unreached()
  }
  const answer = await read(response)
  if (response.ok) return answer as ReplyOf<E>
  throw refused(endpoint, response.status, answer, accessToken)
}

/** Key of everything that was asked of an endpoint; with `input`, of that question alone. */
export const keyOf = <E extends Endpoint>(endpoint: E, input?: Input<E>) =>
  input ? [endpoint.path, input.params ?? {}, input.query ?? {}] : [endpoint.path]

/** `useQuery(ask(listThings, { query: {} }))` */
export function ask<E extends Endpoint>(endpoint: E, input: Input<E> = {}) {
  return queryOptions<ReplyOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** `useInfiniteQuery(askPages(listThings, { query: {} }))`: page by page through its cursor. */
export function askPages<E extends Endpoint>(endpoint: E, input: Input<E> = {}) {
  type Answer = ReplyOf<E> & { next: string | null }
  return infiniteQueryOptions<Answer, ApiError, InfiniteData<Answer>, unknown[], string | null>({
    queryKey: [...keyOf(endpoint, input), 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(
        endpoint,
        {
          ...input,
          query: { ...(input.query as object), ...(pageParam ? { cursor: pageParam } : {}) } as QueryInput<E>,
        },
        { signal },
      ) as Promise<Answer>,
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
  })
}

/**
 * `useMutation(tell(saveThing, { refreshes: [listThings] }))`; variables are `{ params, body }`.
 * What was asked of the refreshed endpoints is asked again before the mutation counts as done. `onTold` runs before
 * that, even when what is asked again takes the component away (a `mutate` callback of its own would be lost).
 * @param options.atOnce what is true of this moment alone: without connection it fails, instead of being sent whenever
 *   there is one again
 */
export function tell<E extends Endpoint>(
  endpoint: E,
  {
    refreshes = [],
    onTold,
    atOnce = false,
  }: {
    refreshes?: readonly Endpoint[]
    onTold?: (reply: ReplyOf<E>, input: Input<E>) => void
    atOnce?: boolean
  } = {},
): UseMutationOptions<ReplyOf<E>, ApiError, Input<E>> {
  return {
    networkMode: atOnce ? 'always' : 'online',
    mutationFn: (input) => call(endpoint, input),
    onSuccess: (reply, input, _result, { client }) => {
      onTold?.(reply, input)
      return refresh(client, refreshes)
    },
  }
}

/**
 * Shows an answer in place of what pages have of a question. What is being asked meanwhile may have been answered before it
 * was, and is dropped.
 */
export async function show<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: Input<E>,
  answer: ReplyOf<E>,
): Promise<void> {
  const queryKey = keyOf(endpoint, input)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, answer)
}

/** Asks again what pages show of these endpoints. */
export async function refresh(client: QueryClient, endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
}
