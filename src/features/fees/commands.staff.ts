import { subject } from '#core/contract/subject.ts'
import { slipFile } from '#features/slips/queries.ts'
import type { DeskKind } from '#features/staff/queries.queue.ts'
import { settleFees } from './commands.ts'
import { feesSheet, feesToConfirm, feesWaiting } from './queries.staff.ts'

/** Transfers for statements of fees that were sent: staff finds them, or doesn't. */
export const feesKind: DeskKind = {
  kind: 'fees',
  isMoney: true,
  count: ({ db }) => feesToConfirm(db),
  waiting: ({ db }, most) => feesWaiting(db, most),
  sheet: ({ db }, id) => feesSheet(db, id),
  file: ({ db }, id, file_id) => slipFile(db, subject('fees', id), file_id),
  acts: {
    confirm: {
      text: 'none',
      decide: async (work, id, { by }) => {
        await settleFees(work, id, by)
      },
    },
    fail: {
      text: 'required',
      isReason: true,
      isDangerous: true,
      decide: async (work, id, { by, text }) => {
        await settleFees(work, id, by, { failed: text })
      },
    },
  },
}
