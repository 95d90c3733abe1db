import { parseArgs } from 'node:util'
import type { App } from '#core/server/app.ts'
import { reportedProfiles } from '#features/directory/queries.reports.ts'
import { atConsole, decideByName, idOf, orSay, usage } from './console.ts'

/*
 * npm run profiles: the public profiles that were reported. npm run profiles -- PROJECT --by NAME --hide REASON hides one from
 * everybody, with a reason that its owner reads; --keep leaves it, or shows it again. Who decided stays in its row, and in
 * the log.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' }, hide: { type: 'string' }, keep: { type: 'boolean' } },
})
const lists = positionals.length === 0 && Object.keys(values).length === 0
const project_id = idOf(positionals[0])
const by = values.by?.trim() ?? ''
const reason = values.hide?.trim()
if (
  !lists &&
  (project_id === null || !by || Boolean(reason) === Boolean(values.keep) || (reason?.length ?? 0) > 500)
)
  usage('npm run profiles [-- PROJECT --by YOUR-NAME (--hide "why its owner reads" | --keep)]')

await atConsole((app) => (project_id === null ? list(app) : decideOn(app, project_id)))

async function list({ db }: App) {
  const waiting = await reportedProfiles(db)
  for (const { project_id, name, bio, hidden_reason, reports } of waiting) {
    console.log(`Project ${project_id}, ${name}${hidden_reason === null ? '' : ' (hidden)'}`)
    for (const { reason, note } of reports) console.log(`  ${reason}${note && `: ${note}`}`)
    console.log(`  Says of itself: ${bio.slice(0, 300) || '(nothing)'}`)
  }
  if (waiting.length === 0) console.log('No report waits.')
}

const decideOn = (app: App, id: number) =>
  orSay(
    async () => {
      await decideByName(app, by, { kind: 'profile', id }, reason ? 'hide' : 'keep', reason)
      console.log(`Project ${id}: ${reason ? 'hidden' : 'shown'}, by ${by}`)
    },
    () => `There is no project ${id}.`,
  )
