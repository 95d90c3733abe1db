import * as z from 'zod/mini'
import { Failure } from '#core/contract/errors.ts'
import { FRESH_MINUTES, PROOF_NEEDED, SECOND_NEEDED } from '#core/contract/proof.ts'
import { isKeyed } from './mount.ts'
import { type Names, type Schema, schemasOf } from './openapi.schemas.ts'
import { type AnyEndpoint, needOf, type Route } from './route.ts'

/** What the contracts don't say of themselves; calls are named by method and path, as in `POST /api/orders/`. */
export interface About {
  version: string
  url: string
  /** How to use the API, in Markdown. */
  guide: string
  /** What each group of calls is about, by the first part of its paths. */
  tags: Readonly<Record<string, string>>
  names: Names
  /** What each endpoint is called in programs. */
  calls: ReadonlyMap<unknown, string>
  /** What each field is, by its name or by a part of where it stands (`hunter.city`, `Order.score`). */
  fields: Readonly<Record<string, string>>
  /** Whom a call tells, and how. */
  tells: Readonly<Record<string, string>>
  /** A body that a call takes. */
  examples: Readonly<Record<string, object>>
  /** Statuses that can't be told from the contract of a call. */
  also: Readonly<Record<string, Readonly<Record<number, string>>>>
}

type Schemas = ReturnType<typeof schemasOf>

/** A call as everybody names it. */
export const titleOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/** What is refused with a status, and whether the answer says when to try again. */
const REFUSALS: Record<number, { name: string; description: string; later?: true }> = {
  400: {
    name: 'Malformed',
    description:
      'The request can’t be read: broken JSON, a query that isn’t allowed, a cursor that isn’t ours, NUL in a text, a broken form.',
  },
  401: { name: 'Unauthorized', description: 'No session, or it has ended.' },
  403: {
    name: 'Forbidden',
    description: 'Not allowed to this account, or not before its e-mail is verified.',
  },
  404: { name: 'NotFound', description: 'Not there, or not yours: the answer is the same.' },
  408: { name: 'TooSlow', description: 'The body didn’t arrive in time. The answer may have no body.' },
  409: { name: 'Conflict', description: 'The state moved on since it was read: read it again.' },
  413: { name: 'TooLarge', description: 'The body is larger than it may be: 1 MB, an upload 10 MB.' },
  415: { name: 'WrongType', description: 'The body isn’t of the content type that the call takes.' },
  422: {
    name: 'Invalid',
    description:
      'A field breaks a rule, and `fields` says which; or the Idempotency-Key was used for another call.',
  },
  429: { name: 'TooMany', description: 'Too many tries.', later: true },
  503: { name: 'Unavailable', description: 'The server, or its database, is busy or starting.', later: true },
  507: { name: 'NoRoom', description: 'No room to store it.', later: true },
}

const KEY = 'IdempotencyKey'

/** Path and query parameters as OpenAPI lists them. */
function parametersOf(schemas: Schemas, schema: z.ZodMiniType, place: 'path' | 'query', at: string) {
  const { properties = {}, required = [] } = schemas.of(schema, 'input', at) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    schema: shape,
  }))
}

/** Parameters of a path whose schema is a named one are said by it; they are listed all the same. */
const plain = (schema: z.ZodMiniType): z.ZodMiniType =>
  schema instanceof z.ZodMiniObject ? z.object(schema.shape) : schema

/** What a caller needs beyond being signed in, and whom the call tells. */
function descriptionOf(
  { access, fresh, limit, second, unverified }: AnyEndpoint,
  tells?: string,
): string | undefined {
  const needs = [
    access === 'public' || access === 'signed-in' ? '' : `Needs the permission \`${access}\`.`,
    access !== 'public' && unverified ? 'Also before the e-mail is verified.' : '',
    fresh
      ? `Needs somebody who proved that it is them in the last ${FRESH_MINUTES} minutes, by signing in or by \`POST /api/auth/proof/\`; else 403 \`${PROOF_NEEDED}\`.`
      : '',
    second ? `Needs an account with a second factor; else 403 \`${SECOND_NEEDED}\`.` : '',
    limit ? `At most ${limit} calls a minute from one address.` : '',
    tells ? `**Tells** ${tells}` : '',
  ]
  return needs.filter(Boolean).join(' ') || undefined
}

/** Whether a call takes a body at all. */
const takesBody = ({ method, body }: AnyEndpoint): boolean =>
  method !== 'GET' && body instanceof z.ZodMiniObject && Object.keys(body.shape).length > 0

/**
 * The statuses that a call may answer with, as its description lists them; 500 is nobody's.
 * @param also what this call says besides those of its kind
 */
export const answersOf = (route: Route, also: Record<number, string> = {}): Set<number> =>
  new Set([route.endpoint.status, ...statusesOf(route), ...Object.keys(also).map(Number)])

function statusesOf(route: Route): number[] {
  const { endpoint } = route
  const { access, method, path, upload } = endpoint
  const isGuarded = access !== 'public'
  const writes = method !== 'GET'
  const sends = writes && method !== 'DELETE'
  return [
    400,
    ...(isGuarded ? [401, 403] : []),
    ...(path.includes('/:') ? [404] : []),
    ...(sends ? [408] : []),
    ...(writes ? [409] : []),
    ...(sends ? [413, 415] : []),
    ...(upload || takesBody(endpoint) || isKeyed(route) ? [422] : []),
    429,
    503,
    ...(needOf(endpoint) === 'none' ? [] : [507]),
  ]
}

function bodyOf(schemas: Schemas, endpoint: AnyEndpoint, title: string, example?: object) {
  if (endpoint.upload)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: {
              file: {
                type: 'string',
                format: 'binary',
                description: 'The file; exactly one, 10 MB at most.',
              },
            },
          },
          encoding: { file: { contentType: endpoint.upload.join(', ') } },
        },
      },
    }
  if (!takesBody(endpoint)) return undefined
  return {
    required: !z.safeParse(endpoint.body, {}).success,
    content: {
      'application/json': {
        schema: schemas.of(endpoint.body, 'input', title),
        ...(example ? { example } : {}),
      },
    },
  }
}

function successOf(schemas: Schemas, { raw, reply, status }: AnyEndpoint, title: string) {
  if (!raw)
    return {
      description: status === 202 ? 'Begun; it goes on by itself' : 'Done',
      content: { 'application/json': { schema: schemas.of(reply, 'output', title) } },
    }
  if (raw.length === 0)
    return {
      description: 'Elsewhere',
      headers: { Location: { description: 'Where to go on.', schema: { type: 'string' } } },
    }
  const isText = raw.every((type) => type.startsWith('text/'))
  return {
    description:
      raw.length > 1 ? 'The bytes, as the best of these types that the caller accepts' : 'The bytes',
    content: Object.fromEntries(
      raw.map((type) => [type, { schema: { type: 'string', ...(isText ? {} : { format: 'binary' }) } }]),
    ),
  }
}

const failure = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }

/** The OpenAPI 3.1 document, made from the same schemas that validate the requests; and what is left unsaid in it. */
export function openapiOf(routes: readonly Route[], about: About) {
  const schemas = schemasOf(about.names, about.fields)
  schemas.of(Failure, 'output', 'Failure')
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const { endpoint } = route
    const title = titleOf(endpoint)
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const also = about.also[title] ?? {}
    const statuses = answersOf(route, also)
    statuses.delete(endpoint.status)
    const body = bodyOf(schemas, endpoint, title, about.examples[title])
    const method = endpoint.method.toLowerCase()
    paths[path] ??= {}
    paths[path][method] = {
      operationId: about.calls.get(endpoint) ?? title,
      summary: endpoint.summary,
      tags: [path.split('/')[2] ?? 'api'],
      description: descriptionOf(endpoint, about.tells[title]),
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      parameters: [
        ...parametersOf(schemas, plain(endpoint.params), 'path', title),
        ...parametersOf(schemas, plain(endpoint.query), 'query', title),
        ...(isKeyed(route) ? [{ $ref: `#/components/parameters/${KEY}` }] : []),
      ],
      ...(body ? { requestBody: body } : {}),
      responses: {
        [endpoint.status]: successOf(schemas, endpoint, title),
        ...Object.fromEntries(
          [...statuses]
            .toSorted((a, b) => a - b)
            .map((status) => [
              status,
              also[status]
                ? { description: also[status], ...(status >= 400 ? { content: failure } : {}) }
                : { $ref: `#/components/responses/${REFUSALS[status]?.name}` },
            ]),
        ),
      },
    }
  }
  const tags = new Set(routes.map(({ endpoint }) => endpoint.path.split('/')[2] ?? 'api'))
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Tarima',
      version: about.version,
      description: about.guide,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: about.url }],
    tags: [...tags].toSorted().map((name) => ({ name, description: about.tags[name] })),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `access` of a sign-in or sign-up: an opaque token, good until its session ends.',
        },
      },
      parameters: {
        [KEY]: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Chosen by the caller, a new one for each thing to be done. The same call with the same key does nothing again for 24 hours and is answered from what is there then.',
          schema: { type: 'string', minLength: 1, maxLength: 200 },
          example: '0d5c1b5e-2f0a-4a3e-9f2b-1c2d3e4f5a6b',
        },
      },
      responses: Object.fromEntries(
        Object.values(REFUSALS).map(({ name, description, later }) => [
          name,
          {
            description,
            ...(later
              ? {
                  headers: {
                    'Retry-After': {
                      description: 'Seconds to wait before the next try.',
                      schema: { type: 'integer', minimum: 0 },
                    },
                  },
                }
              : {}),
            content: failure,
          },
        ]),
      ),
      schemas: schemas.components,
    },
    paths,
  }
  return { document, undescribed: schemas.undescribed() }
}
