import { contribute, when } from '#core/server/events.ts'
import { storeOf } from '#core/server/files.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { copyChecks } from '#features/contracts/queries.papers.ts'
import { projectErased } from '#features/projects/commands.erasure.ts'
import { eraseCertificates, eraseTeacherOf } from './commands.ts'
import { certificateDataOf, documentsFor, PART, verificationOf } from './queries.ts'

export const reactions = [
  contribute(copyChecks, async ({ db }, { paper, number, sha256 }) =>
    paper === 'certificate' ? [await verificationOf(db, number, sha256)] : [],
  ),
  contribute(personalData, async ({ app, db }, { user_id }) => [
    { document: 'certificates', read: (snapshot) => certificateDataOf(snapshot, user_id) },
    ...(await documentsFor(db, user_id)).map(({ name, key }) => ({
      file: `certificates/${name}`,
      open: () => storeOf(app.config).read(key, PART),
    })),
  ]),
  when(projectErased, (work, { project_id }) => eraseTeacherOf(work, project_id)),
  when(accountDeleted, (work, { user_id }) => eraseCertificates(work, user_id)),
]
