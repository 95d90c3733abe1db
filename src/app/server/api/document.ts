import { type About, openapiOf } from '#core/server/openapi.ts'
import { routes } from '../features.ts'
import { EXAMPLES } from './examples.ts'
import { FIELDS } from './fields.ts'
import { ALSO, GUIDE, TAGS, TELLS } from './guide.ts'
import { contractNames } from './names.ts'

/** The OpenAPI document of every endpoint; and which fields nobody wrote about. */
export async function apiDocument({ url }: Pick<About, 'url'>) {
  return openapiOf(routes, {
    version: '0.1.0',
    url,
    guide: GUIDE,
    tags: TAGS,
    ...(await contractNames()),
    fields: FIELDS,
    tells: TELLS,
    examples: EXAMPLES,
    also: ALSO,
  })
}
