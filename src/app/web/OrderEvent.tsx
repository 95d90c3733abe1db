import { EventPanel } from '#features/events/web/EventPanel.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { AfterEvent } from './AfterEvent.ts'
import { EventTalk } from './EventTalk.ts'

/** The event inside /order, with what the features above it show of an event. */
export const OrderEvent = ({ order }: { order: Order }) => (
  <EventPanel order={order} AfterEvent={AfterEvent} Talk={EventTalk} />
)
