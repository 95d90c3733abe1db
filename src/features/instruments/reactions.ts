import { everyRow } from '#core/contract/page.ts'
import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { ownedProjects } from '#features/projects/queries.ts'
import { eraseLearned } from './commands.learner.ts'
import { eraseInstruments } from './commands.ts'
import type { Instrument, InstrumentSet } from './contract.ts'
import { learnedOf } from './queries.learner.ts'
import { instrumentsOf, setsOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async ({ now }, { user_id }) => [
    {
      document: 'instruments',
      read: async (db) => {
        const all: Omit<Instrument, 'owner_name'>[] = []
        // Whose it is may be somebody else.
        for (const scope of await ownedProjects(db, user_id))
          for (const { owner_name: _, ...instrument } of await everyRow((page) =>
            instrumentsOf(db, scope, page, now),
          ))
            all.push(instrument)
        return all
      },
    },
    {
      document: 'instrument_sets',
      read: async (db) => {
        const all: InstrumentSet[] = []
        for (const scope of await ownedProjects(db, user_id))
          all.push(...(await everyRow((page) => setsOf(db, scope, page))))
        return all
      },
    },
  ]),
  contribute(personalData, async ({ now }, { user_id }) => [
    { document: 'learned_instruments', read: (db) => learnedOf(db, user_id, now) },
  ]),
  when(accountDeleted, (work, { user_id }) => eraseLearned(work, user_id)),
  when(projectErased, (work, { project_id }) => eraseInstruments(work, project_id)),
]
