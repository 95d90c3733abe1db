import { listCertificates } from '../../certificates/contract.ts'
import { readMonthSummary } from '../../months/contract.ts'
import { readProgress } from '../contract.ts'

/** What is asked again after an objective or a piece was changed or removed. */
export const GOAL_PAGES = [readProgress, readMonthSummary, listCertificates]
