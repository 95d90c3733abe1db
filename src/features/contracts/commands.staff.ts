import { subject } from '#core/contract/subject.ts'
import type { Unsettled } from '#features/payments/queries.ts'
import { slipFile } from '#features/slips/queries.ts'
import type { DeskKind } from '#features/staff/queries.queue.ts'
import { settlePayment } from './commands.payments.ts'
import { countUnsettled, unsettled, unsettledSheet } from './queries.staff.ts'

/** Payments of agreements that staff settles: what was contested, and what nobody answered. */
const kindOf = (kind: Unsettled): DeskKind => ({
  kind,
  about: 'payment',
  isMoney: true,
  count: ({ db, now }) => countUnsettled(db, kind, now),
  waiting: ({ db, now }, most) => unsettled(db, kind, now, most),
  sheet: ({ db, now }, id) => unsettledSheet(db, kind, id, now),
  file: ({ db }, id, file_id) => slipFile(db, subject('payment', id), file_id),
  acts: {
    find: {
      text: 'none',
      decide: async (work, id, { by }) => {
        await settlePayment(work, id, by)
      },
    },
    miss: {
      text: 'required',
      isReason: true,
      isDangerous: true,
      decide: async (work, id, { by, text }) => {
        await settlePayment(work, id, by, { failed: text })
      },
    },
  },
})

export const disputeKind = kindOf('dispute')
export const paymentKind = kindOf('payment')
