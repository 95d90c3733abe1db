import { parseArgs } from 'node:util'
import type { App } from '#core/server/app.ts'
import { reportSheet, reportsWaiting } from '#features/threads/queries.staff.ts'
import { atConsole, decideByName, idOf, orSay, usage } from './console.ts'

/*
 * npm run reports: the reported messages that wait; with a number, that one whole. npm run reports -- REPORT --by NAME
 * --remove REASON takes the message's words and files out of the conversation, with a reason that both sides read; --keep
 * leaves it. Either closes all reports of that message.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, remove: { type: 'string' }, keep: { type: 'boolean' } },
})
const report_id = idOf(positionals[0])
const by = values.by?.trim() ?? ''
const reason = values.remove?.trim()
const decides = Object.keys(values).length > 0
const isSound =
  positionals.length === 0
    ? !decides
    : report_id !== null && (!decides || (by !== '' && Boolean(reason) !== Boolean(values.keep)))
if (!isSound) usage('npm run reports [-- REPORT [--by YOUR-NAME (--remove "why both sides read" | --keep)]]')

await atConsole((app) =>
  report_id === null ? list(app) : decides ? decideOn(app, report_id) : show(app, report_id),
)

async function list({ db }: App) {
  const waiting = await reportsWaiting(db, 200)
  for (const { id, title, who, since } of waiting) console.log(`Report ${id}, by ${who}, ${since}: ${title}`)
  if (waiting.length === 0) console.log('No report waits.')
}

async function show({ db }: App, id: number) {
  const report = await reportSheet(db, id)
  if (!report) {
    console.error(`No report ${id} waits.`)
    process.exitCode = 1
    return
  }
  for (const { author, at, text } of report.messages ?? []) console.log(`${at} ${author}:\n${text}\n`)
}

const decideOn = (app: App, id: number) =>
  orSay(
    async () => {
      await decideByName(app, by, { kind: 'message', id }, reason ? 'remove' : 'keep', reason)
      console.log(`Report ${id}: ${reason ? 'removed' : 'kept'}, by ${by}`)
    },
    ({ status }) => (status === 404 ? `There is no report ${id}.` : 'That was decided already.'),
  )
