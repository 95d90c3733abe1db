import * as z from 'zod/mini'

/** What is wrong with a field: a text's key in namespace common, and its values. */
export interface Problem {
  key: string
  values?: Record<string, string | number>
}

/** What every failed call answers (rule W-4). */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})
export type Failure = z.output<typeof Failure>

/**
 * The one way to refuse a call. `code` is `feature.reason` and its text is `common:errors.<code>`; `fields` maps the dotted
 * path of a field to its problem.
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, Problem> | undefined
  readonly values: Record<string, string | number>
  readonly headers: Record<string, string>

  constructor(
    status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 499 | 503 | 507,
    code: string,
    more: {
      fields?: Record<string, Problem>
      values?: Record<string, string | number>
      headers?: Record<string, string>
    } = {},
  ) {
    super(code)
    this.status = status
    this.code = code
    this.fields = more.fields
    this.values = more.values ?? {}
    this.headers = more.headers ?? {}
  }
}

/** Not there, or not the caller's: the answer is the same, so that nothing leaks. */
export const notFound = (code = 'common.not_found') => new Refusal(404, code)

interface Issue {
  code?: string | undefined
  path: readonly PropertyKey[]
  input?: unknown
  expected?: unknown
  format?: unknown
  minimum?: unknown
  maximum?: unknown
  origin?: unknown
  params?: unknown
  message?: string | undefined
}

/**
 * Turns a schema's issue into the sentence that a person reads. A schema may name the problem itself with
 * `z.refine(test, { error: 'validation.after_start' })`: an error text that is a key takes precedence.
 */
export function problemOf(issue: Issue): Problem {
  // An empty input is missing, whatever else is wrong with it.
  if (issue.input === '') return { key: 'validation.required' }
  if (issue.message && /^[a-z_]+(\.[a-z_]+)+$/.test(issue.message)) return { key: issue.message }
  const missing = issue.input === undefined || issue.input === null || issue.input === ''
  switch (issue.code) {
    case 'invalid_type':
      if (missing) return { key: 'validation.required' }
      return {
        key:
          issue.expected === 'number' || issue.expected === 'int'
            ? 'validation.number'
            : 'validation.invalid',
      }
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1
          ? { key: 'validation.required' }
          : { key: 'validation.min_length', values: { count: Number(issue.minimum) } }
      if (issue.origin === 'array')
        return { key: 'validation.min_items', values: { count: Number(issue.minimum) } }
      return { key: 'validation.minimum', values: { value: Number(issue.minimum) } }
    case 'too_big':
      if (issue.origin === 'string')
        return { key: 'validation.max_length', values: { count: Number(issue.maximum) } }
      if (issue.origin === 'array')
        return { key: 'validation.max_items', values: { count: Number(issue.maximum) } }
      return { key: 'validation.maximum', values: { value: Number(issue.maximum) } }
    case 'invalid_format':
      if (issue.format === 'email') return { key: 'validation.email' }
      if (issue.format === 'url') return { key: 'validation.url' }
      return { key: missing ? 'validation.required' : 'validation.invalid' }
    case 'invalid_value':
      return { key: missing ? 'validation.required' : 'validation.option' }
    default:
      return { key: missing ? 'validation.required' : 'validation.invalid' }
  }
}

/** The first problem of each field, by its dotted path. */
export function problemsOf(issues: readonly Issue[]): Record<string, Problem> {
  const fields: Record<string, Problem> = {}
  for (const issue of issues) fields[issue.path.join('.') || '_'] ??= problemOf(issue)
  return fields
}
