import { subject } from '#core/contract/subject.ts'
import type { DeskKind, WaitingRow } from '#features/staff/queries.queue.ts'
import { decideProfile } from './commands.reports.ts'
import {
  countReportedProfiles,
  type ReportedProfile,
  reportedProfile,
  reportedProfiles,
} from './queries.reports.ts'

/** Letters of a reason that a profile's owner reads. */
const REASON_MAX = 500

const rowOf = ({ project_id, name, since }: ReportedProfile): WaitingRow => ({
  id: project_id,
  title: name,
  who: name,
  since,
  urgent: false,
})

/** Public profiles that somebody reported: staff hides them, or they stay. */
export const profileKind: DeskKind = {
  kind: 'profile',
  about: 'project',
  count: ({ db }) => countReportedProfiles(db),
  waiting: async ({ db }, most) => (await reportedProfiles(db, most)).map(rowOf),
  async sheet({ db }, id) {
    const found = await reportedProfile(db, id)
    if (!found) return null
    const [first] = found.reports
    const notes = found.reports
      .slice(0, 20)
      .flatMap(({ note }) => note || [])
      .join('\n')
    return {
      row: rowOf(found),
      facts: [
        ...(first ? [{ name: 'reason', words: `functionality:desk.profile.reasons.${first.reason}` }] : []),
        { name: 'notes', text: notes || null },
        { name: 'hidden_reason', text: found.hidden_reason },
      ],
      messages: [{ author: found.name, text: found.bio, at: null }],
      related: [subject('user', found.owner_id)],
      parties: found.reports.map(({ user_id }) => user_id),
    }
  },
  acts: {
    keep: { text: 'none', decide: (work, id, { by }) => decideProfile(work, id, by, null) },
    hide: {
      text: 'required',
      isReason: true,
      isDangerous: true,
      most: REASON_MAX,
      decide: (work, id, { by, text }) => decideProfile(work, id, by, text),
    },
  },
}
