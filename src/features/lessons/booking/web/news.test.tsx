import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { keyOf } from '#core/web/ask.ts'
import { drawn, inSpanish } from '#core/web/drawn.fixture.tsx'
import { later } from '#core/web/ui/later.tsx'
import { readTeacherDesk } from '../contract.teaching.ts'
import { listLessons, readLesson, readStudentDesk } from '../contract.ts'
import { OneLesson } from './OneLesson.tsx'
import { StudentCalendarPage } from './StudentCalendarPage.tsx'
import { type DeskCards, StudentPage } from './StudentPage.tsx'
import { TeachingPage } from './TeachingPage.tsx'

/** Effects don't run where a page is drawn for a test: what it listens with is kept instead. */
const listeners = vi.hoisted(() => [] as (() => void)[])
vi.mock('#features/notifications/web/news.ts', () => ({
  useNews: (onNews: () => void) => void listeners.push(onNews),
}))

inSpanish()

const Nothing = () => null
const parts = { Practice: Nothing, Repertoire: Nothing, Cards: later<DeskCards>(async () => Nothing) }

/** What another person did is told by the bell alone: the teacher's answer, a payment that arrived. */
test.each([
  ['a lesson', <OneLesson key="one" id={1} />, keyOf(readLesson, { params: { id: 1 } })],
  ['the student’s lessons', <StudentCalendarPage key="list" />, keyOf(listLessons, { query: {} })],
  ['the student’s desk', <StudentPage key="desk" {...parts} />, keyOf(readStudentDesk, {})],
  ['the teacher’s desk', <TeachingPage key="teaching" />, keyOf(readTeacherDesk, {})],
])('%s is asked for again when there is news', async (_what, page, key) => {
  const client = new QueryClient()
  listeners.length = 0
  await drawn(page, { client })
  client.setQueryData(key, {})
  for (const listener of listeners) listener()
  expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})
