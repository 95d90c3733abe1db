import * as z from 'zod/mini'

/** Who may call: anyone, anyone who is signed in, or holders of a permission such as `read:budgets`. */
export type Access = 'public' | 'signed-in' | `${ActionKind}:${string}`

export const ACTION_KINDS = ['read', 'create', 'update', 'delete', 'download', 'upload', 'send'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

type Shape = z.ZodMiniType
type Empty = z.ZodMiniObject<Record<never, never>>

/** One call of the API, as the browser and the server both know it. */
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
  /** Status of a successful answer; 200 by default. */
  readonly status: number
  /** The body is multipart form data with one file of these media types, which the handler reads itself. */
  readonly upload: false | readonly string[]
  /**
   * The answer is no JSON (a file, a stream, a way to elsewhere): the handler writes it itself, as one of these media
   * types; with none it has no body.
   */
  readonly raw: false | readonly string[]
  /** Also for people whose e-mail isn't verified yet. */
  readonly unverified: boolean
  /** Only for who has proved themself lately (see proof.ts): what a session that somebody left open must not do. */
  readonly fresh: boolean
  /** Only for accounts with a second factor. */
  readonly second: boolean
  /** Accepts form fields instead of JSON, and ignores them: the one-click POST of mail programs. */
  readonly form: boolean
  /** Calls a minute from one address, where the general limit is too generous. */
  readonly limit?: number
  /**
   * How much of the disk it takes, as far as that isn't told by its kind: an upload takes much and is refused first when
   * room gets short, other writes a little; what deletes takes none and is never refused for it.
   */
  readonly room?: 'much' | 'none'
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
  upload?: readonly string[]
  raw?: readonly string[]
  unverified?: boolean
  fresh?: boolean
  second?: boolean
  form?: boolean
  limit?: number
  room?: 'much' | 'none'
}

const empty: Empty = z.object({})

/**
 * Declares one call. The Fastify route, the typed client, the OpenAPI document and the access tests all come from this
 * value, so a path or a permission is written once.
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
    fresh: false,
    second: false,
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

/** A row's id: a positive integer that fits into JSON. */
export const Id = z.int().check(z.positive())
/** An id in a path or a query string. */
export const PathId = z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))
export const IdParams = z.object({ id: PathId })
