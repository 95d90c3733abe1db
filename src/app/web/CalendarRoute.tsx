import { CalendarPage } from '#features/events/web/CalendarPage.tsx'
import { AfterEvent } from './AfterEvent.ts'
import { EventTalk } from './EventTalk.ts'

/** /calendar with what the features above it show of an event. */
export const CalendarRoute = () => <CalendarPage AfterEvent={AfterEvent} Talk={EventTalk} />
