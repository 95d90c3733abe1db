import { CARD_FIELDS } from './fields.cards.ts'
import { EVENT_FIELDS } from './fields.events.ts'
import { HIRING_FIELDS } from './fields.hiring.ts'
import { LESSON_FIELDS } from './fields.lessons.ts'
import { MEDIA_FIELDS } from './fields.media.ts'
import { MONEY_FIELDS } from './fields.money.ts'
import { PEOPLE_FIELDS } from './fields.people.ts'
import { PLAN_FIELDS } from './fields.plans.ts'
import { RECEIPT_FIELDS } from './fields.receipts.ts'
import { REFERRAL_FIELDS } from './fields.referrals.ts'
import { REVIEW_FIELDS } from './fields.reviews.ts'
import { STAFF_FIELDS } from './fields.staff.ts'
import { THREAD_FIELDS } from './fields.threads.ts'
import { VERIFICATION_FIELDS } from './fields.verification.ts'

/*
 * What each field of the API is, for whoever writes a program against it: by its name where it means the same
 * everywhere, else by the schema, the call or the field that it stands in (`Order.score`, `hunter.city`). Units that
 * belong to a kind of value are said once, by that kind (core/server/openapi.units.ts).
 */

/** Fields that stand in many schemas and mean the same in each. */
const EVERYWHERE: Record<string, string> = {
  id: 'Its id.',
  results: 'The rows of this page.',
  next: 'The cursor of the next page; null at the end of the list.',
  cursor: 'Where the list goes on: the `next` of the page before; left out at its beginning.',
  limit: 'How many rows at most.',
  message: 'For a person, in their language.',
  'Failure.code': 'For programs: `feature.reason`. It stays when the message’s words change.',
  'Failure.fields': 'The sentence of each field that breaks a rule, by its dotted path in what was sent.',
  created_at: 'When it was made.',
  updated_at: 'When it last changed.',
  name: 'Its name.',
  title: 'Its title, one line.',
  description: 'In its owner’s words.',
  language: 'The language of the person.',
  zone: 'The time zone of the place: days and wall times beside it are local to it.',
  currency: 'The currency of every amount beside it.',
  country: 'ISO 3166-1 alpha-2, in capitals.',
  city: 'The town, as people call it.',
  lat: 'Degrees north of the place.',
  lng: 'Degrees east of the place.',
  from: 'When it begins.',
  to: 'When it ends.',
  starts_at: 'When it begins.',
  ends_at: 'When it ends.',
  day: 'The day.',
  date: 'The day of the event.',
  month: 'The month, YYYY-MM.',
  kind: 'What kind it is.',
  type: 'What type it is.',
  status: 'How it stands.',
  state: 'How it stands.',
  reason: 'Why, in words or as a code that pages translate; empty when nobody said.',
  note: 'In words, for the other side.',
  count: 'How many.',
  total: 'The sum.',
  amount: 'Minor units of the currency beside it.',
  version: 'Counts from 1; rises with each change that makes a new one.',
  url: 'Its address.',
  key: 'Tells it from the others.',
  photo: 'Address of a picture, as an upload answered it.',
  profile_image: 'Address of the project’s picture; null without one.',
  project_id: 'The project that it is about.',
  project_name: 'Name of the project that it is about.',
  project_type: 'INDIVIDUAL for one person, GROUP for a band.',
  order_id: 'The order that it belongs to.',
  slot_id: 'The moment of the plan that it is for; the same through every version of the plan.',
  request_id: 'The request that it answers, or belongs to.',
  event_id: 'The event that it belongs to; null before there is one.',
  service_id: 'The service that is offered.',
  service_title: 'Title of the service that is offered.',
  genre: 'The music.',
  genres: 'The music, most typical first.',
  languages: 'Languages that are sung and spoken.',
  instrument: 'The instrument.',
  instruments: 'Instruments that are played.',
  main_instrument: 'The instrument that comes first.',
  format: 'The line-up on stage: solo, duo, trio, quartet, or a band of five and more.',
  formats: 'Line-ups.',
  rating: 'Rating of its reviews, 1 to 5: their mean with 4.3 five times over; null without any.',
  rating_count: 'How many reviews it is of.',
  gigs_played: 'How many gigs were played through here.',
  reliability: 'Share of promises that were kept, 0 to 1; null before the first one.',
  includes_sound: 'Whether the sound system is included.',
  distance_km: 'Kilometres from the place that was asked for.',
  guests: 'How many people are expected.',
  intent: 'What the moment of the event is for.',
  energy: 'From 1, calm, to 5, at its height.',
  required: 'Whether it doesn’t do without.',
  position: 'Its place in the order of time, from 0.',
  parts: 'Its parts, one by one.',
  points: 'Points that it got.',
  max: 'Most points that it can get.',
  cancellation: 'What the hunter gets back for cancelling, the earliest first; nothing after the last.',
  line_up: 'Who plays, in the words of the project.',
  sent_at: 'When it was sent.',
  answered_at: 'When it was answered; null before.',
  viewed_at: 'When the other side first opened it; null before.',
  reply_by: 'Until when it can be answered; after that it is over by itself.',
  valid_until: 'Until when it can be accepted.',
  expires_at: 'Until when it is good.',
  is_expired: 'Whether that time is over.',
  values: 'What goes into the sentence, by name; amounts in minor units.',
  width: 'Pixels of the picture as it is kept.',
  height: 'Pixels of the picture as it is kept.',
  bytes: 'Size in bytes.',
  steps: 'What the caller may do with it now.',
  step: 'The step.',
  editable: 'Whether the caller may change it now.',
  side: 'Whose side it is.',
  current: 'Whether it is this one.',
  more: 'Whether there are more than were counted.',
}

export const FIELDS: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  ...PEOPLE_FIELDS,
  ...HIRING_FIELDS,
  ...CARD_FIELDS,
  ...EVENT_FIELDS,
  ...PLAN_FIELDS,
  ...MEDIA_FIELDS,
  ...REVIEW_FIELDS,
  ...RECEIPT_FIELDS,
  ...THREAD_FIELDS,
  ...REFERRAL_FIELDS,
  ...STAFF_FIELDS,
  ...LESSON_FIELDS,
  ...VERIFICATION_FIELDS,
  ...MONEY_FIELDS,
}
