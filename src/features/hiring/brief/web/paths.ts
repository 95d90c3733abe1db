import { BRIEF_SECTIONS, type BriefDraft, type BriefSection } from '../contract.ts'

export type FieldPath = `${BriefSection}.${string}`
export type Values = Record<FieldPath, unknown>

/** The brief as flat paths ("event.day"): what autosave compares, stores and merges. */
export function flat(brief: BriefDraft): Values {
  const values: Values = {}
  for (const section of BRIEF_SECTIONS)
    for (const [name, value] of Object.entries(brief[section] ?? {})) values[`${section}.${name}`] = value
  return values
}

/** Flat paths as the brief that the wire carries. */
export function nested(values: Values): BriefDraft {
  const brief: Record<string, Record<string, unknown>> = {}
  for (const [path, value] of Object.entries(values)) {
    const [section = '', name = ''] = path.split('.')
    brief[section] = { ...brief[section], [name]: value }
  }
  return brief as BriefDraft
}

/** The sections of the whole brief, and the look at all of it before it is handed in. */
export const BRIEF_STEPS = [...BRIEF_SECTIONS, 'summary'] as const
export type BriefStep = (typeof BRIEF_STEPS)[number]

/** Those of these paths that are of a section. */
export const pathsIn = (section: BriefSection, paths: readonly string[]): string[] =>
  paths.filter((path) => path.startsWith(`${section}.`))

/** Whether anything is written in a section. */
export const saysSomething = (brief: BriefDraft, section: BriefSection): boolean =>
  Object.values(brief[section] ?? {}).some((value) => value !== null && value !== '')
