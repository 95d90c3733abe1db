import { eq } from 'drizzle-orm'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { letterHandler } from '#core/server/letters.ts'
import { music_projects } from '#features/projects/table.ts'
import { copiedAt, copyLetter } from './letter.ts'
import { wordCopies } from './queues.ts'

const copy = letterHandler(wordCopies, (reading, { user_id, project_id, side, kind, title, text, at }) =>
  copyLetter(reading, user_id, async ({ name, language }) => {
    const [project] = await reading.db
      .select({ name: music_projects.name })
      .from(music_projects)
      .where(eq(music_projects.id, project_id))
    const other = project?.name ?? ''
    const author = side === 'student' ? name : other
    const values = { at: copiedAt(at, language, DEFAULT_ZONE), author, title, text }
    return { other, lines: [{ key: kind, values }] }
  }),
)

export const handlers = [copy]
