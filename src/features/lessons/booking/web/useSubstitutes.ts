import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { listLessonSubstitutes } from '../contract.substitutes.ts'

/** What `Substitutes` shows, for a page that waits for it with the rest. */
export const useSubstitutes = (lesson_id?: number, enabled = true) =>
  useQuery({
    ...ask(listLessonSubstitutes, { query: lesson_id === undefined ? {} : { lesson: lesson_id } }),
    refetchOnMount: 'always',
    enabled,
  })
