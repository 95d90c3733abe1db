import { subject } from '#core/contract/subject.ts'
import { slipFile } from '#features/slips/queries.ts'
import type { DeskKind } from '#features/staff/queries.queue.ts'
import { settleCharge } from './commands.charges.ts'
import { chargeSheet, chargesToConfirm, chargesWaiting } from './queries.staff.ts'

/** Transfers for plans that were sent: staff finds them, or doesn't. */
export const chargeKind: DeskKind = {
  kind: 'charge',
  isMoney: true,
  count: ({ db }) => chargesToConfirm(db),
  waiting: ({ db }, most) => chargesWaiting(db, most),
  sheet: ({ db }, id) => chargeSheet(db, id),
  file: ({ db }, id, file_id) => slipFile(db, subject('charge', id), file_id),
  acts: {
    confirm: {
      text: 'none',
      decide: async (work, id, { by }) => {
        await settleCharge(work, id, by)
      },
    },
    fail: {
      text: 'required',
      isReason: true,
      isDangerous: true,
      decide: async (work, id, { by, text }) => {
        await settleCharge(work, id, by, { failed: text })
      },
    },
  },
}
