import type * as z from 'zod/mini'
import { Id, PathId } from '#core/contract/endpoint.ts'
import { Failure } from '#core/contract/errors.ts'
import { Language } from '#core/contract/language.ts'
import { Amount, Currency } from '#core/contract/money.ts'
import { Latitude, Longitude } from '#core/contract/numbers.ts'
import { Day, Instant, WallTime, Zone } from '#core/contract/time.ts'
import type { Named } from './openapi.schemas.ts'

/** What every contract is made of, with its unit: said once, and referred to by each field of that kind. */
export const UNITS = new Map<z.ZodMiniType, Named>([
  [Id, { id: 'Id', description: 'Identifies a row: a positive integer.', examples: [12] }],
  [
    PathId,
    { id: 'PathId', description: 'The id of a row, in an address: a positive integer.', examples: [12] },
  ],
  [
    Instant,
    {
      id: 'Instant',
      description:
        'A moment, ISO 8601. Answers are in UTC with milliseconds and `Z`; any offset may be sent. Years 1900 to 2999.',
      examples: ['2026-12-20T18:00:00.000Z'],
    },
  ],
  [
    Day,
    {
      id: 'Day',
      description: 'A calendar day, YYYY-MM-DD, as the calendar shows it in the `zone` beside it.',
      examples: ['2026-12-20'],
    },
  ],
  [
    WallTime,
    {
      id: 'WallTime',
      description:
        'What a clock on the wall shows, HH:MM with 24 hours, local to the `zone` beside it. There is no 24:00: an end at or before its start is on the next day.',
      examples: ['19:30'],
    },
  ],
  [
    Zone,
    {
      id: 'Zone',
      description:
        'A time zone by its IANA name, exactly as it is written there: that of a place, or `UTC`. Abbreviations and offsets are none.',
      examples: ['America/Guatemala'],
    },
  ],
  [
    Amount,
    {
      id: 'Amount',
      description: 'Money in minor units (cents) of the `currency` beside it: 150000 is 1,500.00.',
      examples: [150_000],
    },
  ],
  [
    Currency,
    {
      id: 'Currency',
      description: 'ISO 4217. All that are offered have two decimals.',
      examples: ['GTQ'],
    },
  ],
  [Language, { id: 'Language', description: 'ISO 639-1.', examples: ['es'] }],
  [Latitude, { id: 'Latitude', description: 'Degrees north, WGS 84.', examples: [14.5586] }],
  [Longitude, { id: 'Longitude', description: 'Degrees east, WGS 84.', examples: [-90.7295] }],
  [Failure, { id: 'Failure', description: 'What every call that fails answers.' }],
])
