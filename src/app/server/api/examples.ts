import { HIRING } from './examples.hiring.ts'
import { LEARNING } from './examples.lessons.ts'
import { PEOPLE } from './examples.people.ts'

/** Bodies of the calls that the main jobs are made of, as somebody in Guatemala would send them. */
export const EXAMPLES: Readonly<Record<string, object>> = { ...PEOPLE, ...HIRING, ...LEARNING }
