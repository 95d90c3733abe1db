import type { OtherPeople } from './scenes/others.fixture.ts'

/** Whose row an endpoint is about. */
export interface OfOthers {
  /** The account type that may call it, here with a row of another. */
  by: 'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN'
  ids: (others: OtherPeople) => Record<string, string | number>
  /** A body that its schema lets through, where the smallest one would be refused by a rule. */
  body?: object
}

export const musician = (what: keyof OtherPeople, body?: object): OfOthers => ({
  by: 'MUSICIAN',
  ids: (o) => ({ id: o[what] }),
  ...(body ? { body } : {}),
})
export const hunter = (what: keyof OtherPeople, body?: object): OfOthers => ({
  by: 'TALENT_HUNTER',
  ids: (o) => ({ id: o[what] }),
  ...(body ? { body } : {}),
})
export const student = (what: keyof OtherPeople, body?: object): OfOthers => ({
  by: 'STUDENT',
  ids: (o) => ({ id: o[what] }),
  ...(body ? { body } : {}),
})
