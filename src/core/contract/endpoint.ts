import * as z from 'zod/mini'

/** Who may call: anyone, anyone signed in, or who holds a permission such as `read:budgets`. */
export type Access = 'public' | 'signed-in' | `${ActionKind}:${string}`

export const ACTION_KINDS = ['read', 'create', 'update', 'delete', 'download', 'upload', 'send'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

type Shape = z.ZodMiniType
type Empty = z.ZodMiniObject<Record<never, never>>

/** One call of the API, as both sides know it. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  Verb extends Method = Method,
> {
  readonly method: Verb
  /** Canonical path, under /api, parameters as `:id`. */
  readonly path: `/api/${string}`
  readonly access: Access
  /** One line for the OpenAPI document. */
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /** Status of a success; 200 unless said. */
  readonly status: number
  /** Body comes as multipart form data and is read by the handler itself. */
  readonly upload: boolean
  /** Answer is not JSON (a file, a page, a stream): the handler writes it itself. */
  readonly raw: boolean
  /** Open to people whose e-mail isn't verified yet. */
  readonly unverified: boolean
  /** Form fields instead of JSON are let in, and ignored: a mail program's one-click. */
  readonly form: boolean
  /** Requests a minute from one address, where the house limit is too generous. */
  readonly limit?: number
}

interface Spec<P extends Shape, Q extends Shape, B extends Shape, R extends Shape, V extends Method> {
  method: V
  path: `/api/${string}`
  access: Access
  summary: string
  params?: P
  query?: Q
  body?: B
  reply?: R
  status?: number
  upload?: boolean
  raw?: boolean
  unverified?: boolean
  form?: boolean
  limit?: number
}

const empty: Empty = z.object({})

/**
 * Declares one call. The same value makes the Fastify route, the typed client, the OpenAPI document
 * and the access tests, so a path or a permission is written once.
 */
export function endpoint<
  P extends Shape = Empty,
  Q extends Shape = Empty,
  B extends Shape = Empty,
  R extends Shape = Empty,
  V extends Method = Method,
>(spec: Spec<P, Q, B, R, V>): Endpoint<P, Q, B, R, V> {
  return {
    params: empty as unknown as P,
    query: empty as unknown as Q,
    body: empty as unknown as B,
    reply: empty as unknown as R,
    status: 200,
    upload: false,
    raw: false,
    unverified: false,
    form: false,
    ...spec,
  }
}

export type ParamsOf<E> = E extends Endpoint<infer P, Shape, Shape, Shape> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<Shape, infer Q, Shape, Shape> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<Shape, Shape, infer B, Shape> ? z.output<B> : never
export type BodyInput<E> = E extends Endpoint<Shape, Shape, infer B, Shape> ? z.input<B> : never
export type QueryInput<E> = E extends Endpoint<Shape, infer Q, Shape, Shape> ? z.input<Q> : never
export type ReplyOf<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never

/** A row's id: a positive integer that survives JSON. */
export const Id = z.int().check(z.positive())
/** An id in a path or a query string. */
export const PathId = z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))
export const IdParams = z.object({ id: PathId })
