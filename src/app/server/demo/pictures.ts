import { sql } from 'drizzle-orm'
import type { App } from '#core/server/app.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { transaction } from '#core/server/work.ts'
import { addFile, encodeUpload, showPicture } from '#features/files/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { posterOf } from './art.ts'
import type { DemoPeople } from './people.ts'

/** How many projects get a picture; the others show their name, as people without a photo do. */
const PICTURES = 24

/** Draws posters for the best known projects and keeps them as an upload would. @returns how many */
export async function makePictures(app: App, people: DemoPeople): Promise<number> {
  const best = [...people.musicians].slice(1).sort((a, b) => b.rating - a.rating)
  const posing = [
    ...people.musicians.slice(0, 1),
    ...people.bands
      .slice(0, 8)
      .map((band) => ({ ...band, user_id: band.owner.user_id, instrument: band.owner.instrument })),
    ...best,
  ].slice(0, PICTURES)
  const store = storeOf(app.config)
  const now = app.clock.now()
  const pose = async ({ project_id, user_id, instrument }: (typeof posing)[number]) => {
    const picture = await encodeUpload(await posterOf(project_id, instrument))
    const key = newKey()
    await store.put(key, picture.parts)
    return transaction(app, now, async (work) => {
      const { url } = await addFile(work, user_id, key, picture)
      await showPicture(work, { user_id, from: null, to: url, field: 'profile_image' })
      return { project_id, url }
    })
  }
  // They wait for each other where they are encoded, two at once.
  const shown = await Promise.all(posing.map(pose))
  // All at once, since the search is written anew with each change.
  await app.db.execute(sql`update ${music_projects} set profile_image = shown.url
    from unnest(${sql.param(shown.map(({ project_id }) => project_id))}::bigint[],
      ${sql.param(shown.map(({ url }) => url))}::text[]) as shown (project_id, url)
    where ${music_projects.id} = shown.project_id`)
  return posing.length
}
