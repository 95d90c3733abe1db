import { EventsPage } from '#features/events/web/EventsPage.tsx'
import { AfterEvent } from './AfterEvent.ts'
import { EventTalk } from './EventTalk.ts'

/** /events with what the features above it show of an event. */
export const EventsRoute = () => <EventsPage AfterEvent={AfterEvent} Talk={EventTalk} />
