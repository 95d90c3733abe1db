import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { deletionParts } from '#features/accounts/queries.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { documentPart } from '#features/files/rules.ts'
import { limitsApplied } from '#features/plans/commands.limits.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { eraseStage } from './commands.stage.ts'
import { eraseMedia, restMedia } from './commands.ts'
import { mediaCopiesOf, stageCopiesOf } from './queries.ts'

export const reactions = [
  contribute(personalData, async ({ app, db }, { user_id }) => {
    const media = await mediaCopiesOf(db, user_id)
    const { stages } = await stageCopiesOf(db, user_id)
    return [
      { document: 'media', read: async () => media.map(({ copy }) => copy) },
      { document: 'repertoire', read: async (db) => (await stageCopiesOf(db, user_id)).songs },
      { document: 'stage_needs', read: async () => stages.map(({ copy }) => copy) },
      ...media.flatMap(({ copy, place }) =>
        copy.file && place
          ? [{ file: copy.file, open: () => storeOf(app.config).read(place.key, place.part) }]
          : [],
      ),
      ...stages.flatMap(({ copy, key }) =>
        copy.file && key
          ? [{ file: copy.file, open: () => storeOf(app.config).read(key, documentPart('pdf')) }]
          : [],
      ),
    ]
  }),
  contribute(deletionParts, async ({ db }, { user_id }) => [
    { kind: 'media', count: (await mediaCopiesOf(db, user_id)).length },
  ]),
  when(limitsApplied, (work, { user_id, limits }) => restMedia(work, user_id, limits.media)),
  when(projectErased, async (work, { project_id }) => {
    await eraseMedia(work, project_id)
    await eraseStage(work, project_id)
  }),
]
