import { catchUp as catchUpEvents } from '#features/events/web/offline.ts'
import { practiceBox } from '#features/lessons/progress/web/practiceBox.ts'

/** Sends what waits on this device, and deletes what is over: at the start of the app, and when the connection is back. */
export const catchUp = (): Promise<unknown> => Promise.all([catchUpEvents(), practiceBox.send()])
