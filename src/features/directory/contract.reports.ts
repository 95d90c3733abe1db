import * as z from 'zod/mini'
import { endpoint, IdParams } from '#core/contract/endpoint.ts'

/** Why a profile is reported, in the order in which forms list them. */
export const PROFILE_REPORT_REASONS = [
  'not_who_they_say',
  'others_work',
  'offensive',
  'contact_details',
  'scam',
  'other',
] as const
export const ProfileReportReason = z.enum(PROFILE_REPORT_REASONS)
export type ProfileReportReason = z.output<typeof ProfileReportReason>

export const PROFILE_NOTE_MAX = 500

export const ProfileReport = z
  .object({
    reason: ProfileReportReason,
    note: z._default(z.string().check(z.trim(), z.maxLength(PROFILE_NOTE_MAX)), ''),
  })
  .check(
    z.refine(({ reason, note }) => reason !== 'other' || note !== '', {
      error: 'validation.required',
      path: ['note'],
    }),
  )
export type ProfileReport = z.output<typeof ProfileReport>

export const reportProfile = endpoint({
  method: 'POST',
  path: '/api/directory/projects/:id/report/',
  access: 'signed-in',
  summary: 'Tell staff that a public profile shouldn’t be shown, once a person and profile',
  params: IdParams,
  body: ProfileReport,
  reply: z.object({ reported: z.boolean() }),
})
