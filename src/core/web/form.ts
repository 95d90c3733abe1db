import { toNestErrors } from '@hookform/resolvers'
import type { Control, FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Problem, problemsOf } from '#core/contract/errors.ts'
import { ApiError, SpokenError } from './ask.ts'
import { i18n } from './i18n.ts'
import { texts, validation } from './texts.ts'

texts(validation)

/** The form's own name of a field that the server knows under another one; null for one that the form lacks. */
type NameOf = (field: string) => string | null

/**
 * The fields of a form that several forms have, for a component that draws them wherever they stand. A control is invariant in
 * what its form holds, so this is the one place where that is set aside: the names are those of the part, which the form extends.
 */
export const partOf = <Part extends FieldValues, Values extends Part, Output>(
  control: Control<Values, unknown, Output>,
): Control<Part> => control as unknown as Control<Part>

/**
 * Checks a form against the schema that the server will use, with the same sentences.
 * @template Values what the form holds while it is being filled in
 * @param from makes what is sent, and checked, of what the form holds
 * @param rule the server's rule about what the schema accepts, by field
 * @param nameOf where the form's names differ from the server's
 */
export function resolverOf<Values extends FieldValues, Output extends FieldValues = Values>(
  schema: z.ZodMiniType<Output>,
  {
    from,
    rule,
    nameOf,
  }: {
    from?: (values: Values) => unknown
    rule?: (read: Output) => Record<string, Problem>
    nameOf?: NameOf
  } = {},
): Resolver<Values, unknown, Output> {
  return async (values, _context, options) => {
    const read = schema.safeParse(from ? from(values) : values, { reportInput: true })
    const problems = Object.entries(read.success ? (rule?.(read.data) ?? {}) : problemsOf(read.error.issues))
    if (read.success && problems.length === 0) return { values: read.data, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [field, problem] of problems)
      Object.assign(errors, {
        [nameOf?.(field) ?? field]: {
          type: problem.key,
          message: i18n.t(`common:${problem.key}`, problem.values ?? {}),
        },
      })
    return { values: {}, errors: toNestErrors(errors, options as never) } as never
  }
}

/**
 * What a form does when it is sent: it is checked, then `send` is called. A refusal is shown at its fields, or as the
 * form's `root` error; what was typed stays.
 * @param nameOf where the form's names differ from the server's
 */
export function submitOf<Values extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Values, unknown, Output>,
  send: (body: Output) => Promise<unknown>,
  nameOf?: NameOf,
) {
  return form.handleSubmit(async (body) => {
    try {
      await send(body)
    } catch (refused) {
      showRefusal(form, refused, nameOf)
    }
  })
}

/** Puts a refused call on the form that sent it: at its fields, or above or below the whole. */
export function showRefusal<Values extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
  nameOf?: NameOf,
): void {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  const known = fields.flatMap(([field, message]) => {
    const name = nameOf ? nameOf(field) : field
    return name !== null && form.getValues(name as Path<Values>) !== undefined ? [{ name, message }] : []
  })
  known.forEach(({ name, message }, at) => {
    form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: at === 0 })
  })
  if (known.length > 0) return
  const message =
    error instanceof SpokenError
      ? // A form that names its fields otherwise lacks some of them: the sentence about those says more.
        ((nameOf && fields[0]?.[1]) ?? error.message)
      : i18n.t('common:errors.common.generic')
  form.setError('root', { message })
}
