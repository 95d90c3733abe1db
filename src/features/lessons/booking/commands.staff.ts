import type { DeskKind } from '#features/staff/queries.queue.ts'
import { settlePayment } from './commands.payments.ts'
import { countUnsettled, unsettled, unsettledSheet } from './queries.staff.ts'

/** Payments of lessons and packages that staff settles: what was contested, and what nobody answered. */
export const lessonPaymentKind: DeskKind = {
  kind: 'lesson_payment',
  about: 'payment',
  isMoney: true,
  count: ({ db, now }) => countUnsettled(db, now),
  waiting: ({ db, now }, most) => unsettled(db, now, most),
  sheet: ({ db, now }, id) => unsettledSheet(db, id, now),
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
}
