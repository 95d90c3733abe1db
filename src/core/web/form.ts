import { toNestErrors } from '@hookform/resolvers'
import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { problemsOf } from '#core/contract/errors.ts'
import { ApiError } from './ask.ts'
import { i18n } from './i18n.ts'

/**
 * Checks a form against the schema that the server will use, with the same sentences.
 * @template Values what the form holds while it is being filled in
 */
export function resolverOf<Values extends FieldValues, Output extends FieldValues = Values>(
  schema: z.ZodMiniType<Output>,
): Resolver<Values, unknown, Output> {
  return async (values, _context, options) => {
    const read = schema.safeParse(values, { reportInput: true })
    if (read.success) return { values: read.data, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [field, problem] of Object.entries(problemsOf(read.error.issues)))
      Object.assign(errors, {
        [field]: { type: problem.key, message: i18n.t(`common:${problem.key}`, problem.values ?? {}) },
      })
    return { values: {}, errors: toNestErrors(errors, options as never) } as never
  }
}

/**
 * What a form does when it is sent: it is checked, then `send` is called. A refusal is shown at its fields, or as the
 * form's `root` error; what was typed stays.
 */
export function submitOf<Values extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Values, unknown, Output>,
  send: (body: Output) => Promise<void>,
) {
  return form.handleSubmit(async (body) => {
    try {
      await send(body)
    } catch (refused) {
      const sentence = showFields(form, refused)
      if (sentence) form.setError('root', { message: sentence })
    }
  })
}

/**
 * Puts a refused call's fields on the form that sent it; what was typed stays.
 * @returns the sentence for the form as a whole, when the refusal isn't about fields the form has
 */
export function showFields<Values extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
): string | null {
  if (!(error instanceof ApiError)) return i18n.t('common:errors.common.generic')
  const known = Object.entries(error.fields).filter(
    ([field]) => form.getValues(field as Path<Values>) !== undefined,
  )
  known.forEach(([field, message], at) => {
    form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: at === 0 })
  })
  return known.length > 0 ? null : error.message
}
