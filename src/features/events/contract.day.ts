import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { Id } from '#core/contract/endpoint.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'
import { Phone } from '#features/accounts/contract.ts'

/* What each side says of an event before the day, and what is said on the day itself. */

/** Letters about one matter, such as where to park. */
export const FACT_MAX = 500
/** Letters of one song, or of a moment with its song. */
export const SONG_MAX = 160
export const DO_NOT_PLAY_MAX = 60
export const MUST_PLAY_MAX = 20
/** Songs of one set. */
export const SONGS_MAX = 60
export const SETS_MAX = 12

/** Some lines about one matter; empty where nothing is said. */
const fact = (by: 'hunter' | 'artist') => wordsOf(by, z.string().check(z.trim(), z.maxLength(FACT_MAX)))
const song = (by: 'hunter' | 'artist') => wordsOf(by, line(1, SONG_MAX))

/** Who answers the phone on the day. */
export const DayContact = z.object({
  name: seenBy('agreement_in_force', line(1, 80)),
  phone: seenBy('agreement_in_force', Phone.check(z.maxLength(20))),
})
export type DayContact = z.output<typeof DayContact>

const hostFacts = {
  parking: fact('hunter'),
  /** How to come in: doors, lifts, permits. */
  way_in: fact('hunter'),
  power: fact('hunter'),
  dress: fact('hunter'),
  meals: fact('hunter'),
  day_contact: seenBy('agreement_in_force', z.nullable(DayContact)),
  do_not_play: z.array(song('hunter')).check(z.maxLength(DO_NOT_PLAY_MAX)),
  /** Moments with their songs, such as the first dance. */
  must_play: z.array(song('hunter')).check(z.maxLength(MUST_PLAY_MAX)),
}
/** What the host says to everybody who plays. */
export const HostFacts = z.object(hostFacts)
export type HostFacts = z.output<typeof HostFacts>

export const Song = z.object({
  title: song('artist'),
  minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(60))),
})
export type Song = z.output<typeof Song>

const artistFacts = {
  /** In the order of playing. */
  set_list: z
    .array(z.object({ songs: z.array(Song).check(z.maxLength(SONGS_MAX)) }))
    .check(z.maxLength(SETS_MAX)),
  meal_needs: fact('artist'),
  power_needs: fact('artist'),
}
/** What a project that plays says to the host. */
export const ArtistFacts = z.object(artistFacts)
export type ArtistFacts = z.output<typeof ArtistFacts>

/** Which version it is, and who wrote it when; nobody yet where it is 0. */
const edited = {
  version: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  edited_at: z.nullable(Instant),
  edited_by: z.nullable(z.string()),
}
export const HostSays = z.object({ ...hostFacts, ...edited })
export type HostSays = z.output<typeof HostSays>
export const ArtistSays = z.object({ ...artistFacts, ...edited })
export type ArtistSays = z.output<typeof ArtistSays>

/** What is sent names the version that was on the screen. */
export const HostFactsEdit = z.object({ ...hostFacts, version: edited.version })
export type HostFactsEdit = z.output<typeof HostFactsEdit>
export const ArtistFactsEdit = z.object({ ...artistFacts, version: edited.version })
export type ArtistFactsEdit = z.output<typeof ArtistFactsEdit>

// ─── The day ─────────────────────────────────────────────────────────────────────────────────────────────────

export const REPORT_KINDS = ['arrived', 'late', 'problem'] as const
export const ReportKind = z.enum(REPORT_KINDS)
export type ReportKind = z.output<typeof ReportKind>

/** Fewest and most minutes that somebody says they come late. */
export const LATE_MINUTES = { min: 5, max: 180 } as const
export const PROBLEM_MAX = 300

/** Something that somebody said on the day. */
export const DayReport = z.object({
  id: Id,
  /** Of whoever plays; null: the host's side. */
  project_id: z.nullable(Id),
  project_name: z.nullable(z.string()),
  person_name: z.nullable(z.string()),
  kind: ReportKind,
  minutes: z.nullable(z.int()),
  problem: wordsOf('either', z.string()),
  at: Instant,
  /** When they were called, for whoever plays. */
  call_at: z.nullable(Instant),
  mine: z.boolean(),
})
export type DayReport = z.output<typeof DayReport>

export const EventDay = z.object({
  /** From twelve hours before the first call to the end of the event: when something may be said. */
  from: Instant,
  to: Instant,
  reports: z.array(DayReport),
})
export type EventDay = z.output<typeof EventDay>

export const NewReport = z.object({
  kind: ReportKind,
  /** As which of one's projects; none for the host, and where one has a single one there. */
  project_id: z._default(z.nullable(Id), null),
  minutes: z._default(
    z.nullable(z.int().check(z.minimum(LATE_MINUTES.min), z.maximum(LATE_MINUTES.max))),
    null,
  ),
  problem: z._default(z.string().check(z.trim(), z.maxLength(PROBLEM_MAX)), ''),
  /** When somebody arrived who had no connection then; now unless said. */
  arrived_at: z._default(z.nullable(Instant), null),
})
export type NewReport = z.output<typeof NewReport>
