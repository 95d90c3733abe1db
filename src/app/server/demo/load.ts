import type { App } from '#core/server/app.ts'
import { buildServer } from '../server.ts'
import { makeFinished } from './finished.ts'
import { makeLessons } from './lessons.ts'
import { makeMedia } from './media.ts'
import { makeMinor } from './minor.ts'
import { makeOrders } from './orders.ts'
import { makePeople } from './people.ts'
import { makePictures } from './pictures.ts'
import { makeStaff } from './staff.ts'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'TarimaDemo2026'

/**
 * Fills an empty database with people to hire and a hunter in the middle of things.
 * @param say told about each step, one line
 */
export async function loadDemo(app: App, say: (line: string) => void): Promise<void> {
  const now = app.clock.now()
  const people = await app.db.transaction((tx) =>
    makePeople(tx, { now, password: DEMO_PASSWORD, musicians: 420, bands: 60 }),
  )
  say(
    `${people.musicians.length} musicians and ${people.bands.length} bands with services, hours and busy dates`,
  )
  await makeMinor(app.db, people.student_id, now)
  const server = await buildServer(app)
  // Drawing takes the processor, orders mostly wait for the database.
  const story = async () => {
    await makeFinished(app, server, people, say)
    await makeOrders(app, server, people, say)
    await makeStaff(app, server, people, say)
    await makeLessons(app, server, people, say)
  }
  const [posters] = await Promise.all([makePictures(app, people), story()])
  say(`${posters} posters drawn`)
  say(`${await makeMedia(app, people)} profiles with photos, tunes and a repertoire`)
  await server.close()
}
