import { countNotifications } from '#features/notifications/contract.ts'
import { listRequests, readRequest } from '../contract.ts'

/** What an answer changes on the pages: the request, the lists, and the number beside them in the menu. */
export const REFRESHES = [listRequests, readRequest, countNotifications]
