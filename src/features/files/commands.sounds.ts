import { Refusal } from '#core/contract/errors.ts'
import type { ReadContext } from '#core/server/route.ts'
import { workerTask } from '#core/server/workers.ts'
import { SOUND_SECONDS } from './contract.ts'
import type { Inspected, SoundProblem } from './worker.ts'

const inspectSound = workerTask<{ bytes: Uint8Array }, Inspected>(
  new URL('./worker.ts', import.meta.url),
  'inspectSound',
)

/** What the form is told of a file that isn't taken as a sound. */
const PROBLEMS: Record<SoundProblem, () => Refusal> = {
  not_a_sound: () => new Refusal(415, 'files.not_a_sound'),
  damaged: () => new Refusal(422, 'files.sound_damaged'),
  polyglot: () => new Refusal(415, 'files.polyglot'),
  too_short: () => new Refusal(422, 'files.sound_too_short'),
  too_long: () => new Refusal(422, 'files.sound_too_long', { values: { minutes: SOUND_SECONDS.most / 60 } }),
}

/**
 * Checks an uploaded sound from its beginning to its end, in a worker thread and in turn with everybody's; what isn't
 * sound in it (tags, covers, places) is left out.
 * @returns what is kept of it, and how many seconds it lasts
 * @throws Refusal 415 for what isn't a sound or is something else too, 422 for one that is damaged, too short or too long,
 * 503 when there is no thread for it in time
 */
export async function soundOf(
  { app, viewer, signal }: Pick<ReadContext, 'app' | 'viewer' | 'signal'>,
  bytes: Buffer,
) {
  const found = await app.side_workers.inTurn(
    `user:${viewer.id}`,
    () => app.side_workers.run(inspectSound, { bytes }),
    { signal },
  )
  if ('problem' in found) throw PROBLEMS[found.problem]()
  return { format: found.format, bytes: Buffer.from(found.bytes.buffer), seconds: found.seconds }
}
