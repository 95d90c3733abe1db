import { parseArgs } from 'node:util'
import type { App } from '#core/server/app.ts'
import { transaction } from '#core/server/work.ts'
import { grant } from '#features/staff/commands.ts'
import { staffOf } from '#features/staff/queries.ts'
import { atConsole, orSay, usage } from './console.ts'

/*
 * npm run staff -- list: who has the desk at /staff. npm run staff -- grant E-MAIL --by NAME gives it to an account, revoke
 * takes it away: both stay in the log. Nothing else gives it, and no call of the API does.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { by: { type: 'string' } },
})
const [what = 'list', email = ''] = positionals
const by = values.by?.trim() ?? ''
const isSound = what === 'list' ? email === '' : /^(grant|revoke)$/.test(what) && email !== '' && by !== ''
if (!isSound) usage('npm run staff [-- list | grant E-MAIL --by YOUR-NAME | revoke E-MAIL --by YOUR-NAME]')

await atConsole((app) => (what === 'list' ? list(app) : set(app)))

async function list({ db }: App) {
  const staff = await staffOf(db)
  for (const one of staff) console.log(`${one.email}, ${one.name}, since ${one.staff_since}`)
  if (staff.length === 0) console.log('Nobody has the desk.')
}

const set = (app: App) =>
  orSay(
    async () => {
      await transaction(app, app.clock.now(), (work) => grant(work, email, by, what === 'grant'))
      console.log(`${email}: ${what === 'grant' ? 'has the desk at /staff now' : 'has it no more'}, by ${by}`)
    },
    ({ code, status }) =>
      status === 404
        ? `There is no account ${email}.`
        : code === 'access.unverified'
          ? 'That e-mail is not verified yet.'
          : 'It is so already.',
  )
