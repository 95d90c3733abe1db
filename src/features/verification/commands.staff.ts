import { subject } from '#core/contract/subject.ts'
import type { Reading } from '#core/server/app.ts'
import type { DeskKind, GivenAct, WaitingRow, WaitingSheet } from '#features/staff/queries.queue.ts'
import { decide } from './commands.ts'
import { REFUSALS, type RefusalReason } from './contract.ts'
import { countWaiting, findWaiting, type WaitingCheck, waitingChecks, waitingFile } from './queries.ts'

const rowOf = ({ id, name, sent_at }: WaitingCheck): WaitingRow => ({
  id,
  title: name,
  who: name,
  since: new Date(sent_at).toISOString(),
  urgent: false,
})

async function sheetOf({ db }: Reading, id: number): Promise<WaitingSheet | null> {
  const check = await findWaiting(db, id)
  if (!check) return null
  const row = rowOf(check)
  return {
    row,
    facts: [
      { name: 'name', text: check.name },
      { name: 'account_type', words: `functionality:desk.user.types.${check.account_type}` },
      { name: 'sent_at', at: row.since },
    ],
    messages: [
      {
        author: check.name,
        text: '',
        at: row.since,
        files: check.files.map(({ id: file_id, format, bytes }, at) => ({
          id: file_id,
          name: `${id}-${at + 1}.${format}`,
          bytes,
        })),
      },
    ],
    related: [subject('user', check.user_id)],
  }
}

const refusing = (reason: RefusalReason): GivenAct => ({
  text: 'none',
  isDangerous: true,
  decide: (work, id, { by }) => decide(work, id, by, reason),
})

/** Identity documents: staff compares the name; the files go with the decision. */
export const identityKind: DeskKind = {
  kind: 'identity',
  count: ({ db }) => countWaiting(db),
  waiting: async ({ db }, most) => (await waitingChecks(db, most)).map(rowOf),
  sheet: sheetOf,
  file: async ({ db }, id, file_id) => {
    const file = await waitingFile(db, id, file_id)
    return { ...file, name: `${id}-${file_id}.${file.format}` }
  },
  acts: {
    accept: { text: 'none', decide: (work, id, { by }) => decide(work, id, by) },
    ...Object.fromEntries(REFUSALS.map((reason) => [`refuse_${reason}`, refusing(reason)])),
  },
}
