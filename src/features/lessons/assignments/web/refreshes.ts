import { listAssignments, readAssignment } from '../contract.ts'

/** What pages show of assignments: asked again after each change of one. */
export const ASSIGNMENT_PAGES = [listAssignments, readAssignment] as const
