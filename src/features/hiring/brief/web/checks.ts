import { type Problem, problemsOf } from '#core/contract/errors.ts'
import { i18n } from '#core/web/i18n.ts'
import { texts, validation } from '#core/web/texts.ts'
import { BriefDraft } from '../contract.ts'
import { checkBrief, emptyBrief, mergeBrief, problemsSoFar } from '../rules.ts'
import { type FieldPath, nested, type Values } from './paths.ts'

/* What pages find wrong with a brief. It brings the schemas and their library, so it is fetched once somebody writes. */

texts(validation)

/** The field's own problem in words, or nothing. */
export function problemIn(path: FieldPath, value: unknown): string | null {
  const read = BriefDraft.safeParse(nested({ [path]: value } as Values))
  if (read.success) return null
  const [problem] = Object.values(problemsOf(read.error.issues))
  return problem ? inWords(problem) : null
}

const inWords = ({ key, values = {} }: Problem): string => i18n.t(`common:${key}`, values)

/**
 * The problems to show at the fields: what the fields say together while they are written, and of what was found
 * before (an unsound value, a refused submit) whatever still holds.
 */
export function problemsAt(values: Values, found: Record<FieldPath, string>): Record<FieldPath, string> {
  const now = new Date()
  const brief = mergeBrief(emptyBrief(), nested(values))
  const { fields } = checkBrief(brief, now)
  const standing = Object.entries(found).filter(([path]) => fields?.[path])
  const said = Object.entries(problemsSoFar(brief, now)).map(([path, problem]) => [path, inWords(problem)])
  return Object.fromEntries([...said, ...standing])
}
