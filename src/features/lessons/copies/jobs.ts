import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { letterHandler } from '#core/server/letters.ts'
import { copiedAt, copyLetter } from './commands.letter.ts'
import { taughtAs } from './queries.ts'
import { wordCopies } from './queues.ts'

const copy = letterHandler(wordCopies, (reading, { user_id, project_id, side, kind, title, text, at }) =>
  copyLetter(reading, user_id, async ({ name, language }) => {
    const other = await taughtAs(reading.db, project_id)
    const author = side === 'student' ? name : other
    const values = { at: copiedAt(at, language, DEFAULT_ZONE), author, title, text }
    return { other, lines: [{ key: kind, values }] }
  }),
)

export const handlers = [copy]
