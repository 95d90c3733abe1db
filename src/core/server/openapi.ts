import * as z from 'zod/mini'
import { type Audience, seen } from '#core/contract/audience.ts'
import { Failure } from '#core/contract/errors.ts'
import { FRESH_MINUTES, PROOF_NEEDED, SECOND_NEEDED } from '#core/contract/proof.ts'
import { type AnyEndpoint, needOf } from './route.ts'

type Schema = Record<string, unknown>

/** Who sees a personal field; for everybody else it is null or empty. */
const SEEN_BY: Record<Audience, string> = {
  self: 'Personal: only the account itself.',
  members: 'Personal: the people of the project.',
  owner: 'Personal: the owner of the project.',
  owner_and_invited: 'Personal: the owner of the project, and whoever is invited.',
  side_until_signed:
    'Personal: their own side; the other side once both have signed, before that nothing, or the first name of a name. A band’s collaborators get the hunter’s first name at most.',
  agreement_in_force:
    'Personal: the other side of an agreement in force, never before, nor after it ended without the gig, nor a band’s collaborators.',
  members_in_force:
    'Personal: the hunter, and the people of the projects that play; collaborators for what begins after they joined.',
  owner_and_hunter: 'The hunter and the owner of the project; nothing for a band’s collaborators.',
  owner_until_signed:
    'Personal: the owner of the project; the hunter once both have signed. Never a band’s collaborators.',
  own_part: 'Personal: the member themselves; in the list of members its owner too.',
}

const WROTE = { hunter: 'the hunter', artist: 'the musician or band', either: 'one of the two sides' }

function whoSees(schema: z.core.$ZodType): string | undefined {
  const { audience, by } = seen.get(schema) ?? {}
  const words =
    by &&
    `Words of ${WROTE[by]}: contact details in them are shown as ••• to everybody ${by === 'either' ? '' : 'else '}until an agreement between the two is in force.`
  return [audience && SEEN_BY[audience], words].filter(Boolean).join(' ') || undefined
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const who = io === 'output' ? whoSees(zodSchema) : undefined
      if (who) jsonSchema.description = who
    },
  })
  return rest
}

/** Path and query parameters as OpenAPI lists them. */
function parametersOf(schema: z.ZodMiniType, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

/** What a caller needs, beyond being signed in. */
function needsOf({ access, fresh }: AnyEndpoint): string | undefined {
  const needs = [
    access === 'public' || access === 'signed-in' ? '' : `Needs the permission \`${access}\`.`,
    fresh
      ? `Needs somebody who proved that it is them in the last ${FRESH_MINUTES} minutes, by signing in or by \`POST /api/auth/proof/\`; else 403 \`${PROOF_NEEDED}\`.`
      : '',
    fresh === 'second' ? `Needs an account with a second factor; else 403 \`${SECOND_NEEDED}\`.` : '',
  ]
  return needs.filter(Boolean).join(' ') || undefined
}

const REFUSALS: Record<number, string> = {
  400: 'The request is malformed',
  401: 'No session, or it has ended',
  403: 'Not allowed to this account',
  404: 'Not there, or not yours',
  409: 'The state moved on',
  422: 'A field breaks a rule; `fields` says which',
  429: 'Too many tries; see Retry-After',
  507: 'No room to store it; see Retry-After',
}

/** The OpenAPI 3.1 document, made from the same schemas that validate the requests. */
export function openapiOf(endpoints: readonly AnyEndpoint[], about: { version: string; url: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const feature = path.split('/')[2] ?? 'api'
    const guarded = endpoint.access !== 'public'
    const writes = endpoint.method !== 'GET'
    const refused = [
      400,
      ...(guarded ? [401, 403] : []),
      ...(path.includes('{') ? [404] : []),
      ...(writes ? [409, 422] : []),
      429,
      ...(needOf(endpoint) === 'none' ? [] : [507]),
    ]
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: `${endpoint.method.toLowerCase()}${path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, c: string | undefined) => c?.toUpperCase() ?? '')}`,
      summary: endpoint.summary,
      tags: [feature],
      description: needsOf(endpoint),
      security: guarded ? [{ bearer: [] }] : [],
      parameters: [
        ...parametersOf(endpoint.params, 'path'),
        ...parametersOf(endpoint.query, 'query'),
        ...(writes && guarded
          ? [
              {
                name: 'Idempotency-Key',
                in: 'header',
                required: false,
                schema: { type: 'string', maxLength: 200 },
              },
            ]
          : []),
      ],
      ...(writes
        ? {
            requestBody: {
              required: true,
              content: endpoint.upload
                ? {
                    'multipart/form-data': {
                      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
                    },
                  }
                : { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
            },
          }
        : {}),
      responses: {
        [endpoint.status]: {
          description: 'Done',
          ...(endpoint.raw
            ? {}
            : { content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } } }),
        },
        ...Object.fromEntries(
          refused.map((status) => [
            status,
            {
              description: REFUSALS[status],
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
            },
          ]),
        ),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tarima',
      version: about.version,
      description:
        'Every path works with and without a trailing slash. Money is in minor units, instants are UTC. Lists answer `results` and `next`.',
    },
    servers: [{ url: about.url }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schemaOf(Failure, 'output') },
    },
    paths,
  }
}
