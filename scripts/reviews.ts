import { parseArgs } from 'node:util'
import type { App } from '#core/server/app.ts'
import { openReports } from '#features/reviews/queries.due.ts'
import { atConsole, decideByName, idOf, orSay, usage } from './console.ts'

/*
 * npm run reviews: the reports that wait. npm run reviews -- REVIEW --by NAME --hide REASON takes a review off the public
 * pages and out of its rating, with a reason that both sides read; --keep leaves it, or shows it again. Who decided stays in
 * its row, and in the log.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, hide: { type: 'string' }, keep: { type: 'boolean' } },
})
const lists = positionals.length === 0 && Object.keys(values).length === 0
const review_id = idOf(positionals[0])
const by = values.by?.trim() ?? ''
const reason = values.hide?.trim()
if (!lists && (review_id === null || !by || Boolean(reason) === Boolean(values.keep)))
  usage('npm run reviews [-- REVIEW --by YOUR-NAME (--hide "why both sides read" | --keep)]')

await atConsole((app) => (review_id === null ? list(app) : decideOn(app, review_id)))

async function list({ db }: App) {
  const waiting = await openReports(db)
  for (const { review_id, reason, note, text, answer, hidden_reason } of waiting) {
    console.log(`Review ${review_id}, ${reason}${note && `: ${note}`}${hidden_reason ? ' (hidden)' : ''}`)
    console.log(`  ${text || '(no words)'}${answer ? `\n  Answer: ${answer}` : ''}`)
  }
  if (waiting.length === 0) console.log('No report waits.')
}

const decideOn = (app: App, id: number) =>
  orSay(
    async () => {
      await decideByName(app, by, { kind: 'review', id }, reason ? 'hide' : 'keep', reason)
      console.log(`Review ${id}: ${reason ? 'hidden' : 'shown'}, by ${by}`)
    },
    () => `There is no review ${id}.`,
  )
