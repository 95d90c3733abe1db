import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keyOf } from '#core/web/ask.ts'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { LessonState } from '../../contract.ts'
import { type Lesson, readLesson } from '../contract.ts'
import { OneLesson } from './OneLesson.tsx'

/* Whoever writes about a lesson is told that others don't read a contact detail: where that is so. */

inSpanish()

const TOLD = 'Parece un dato de contacto'
const AT = '2026-04-19T00:00:00.000Z'
const LESSON: Lesson = {
  ...{ id: 1, series_id: 1, kind: 'single', state: 'requested', side: 'teacher' },
  ...{ starts_at: AT, ends_at: AT, zone: 'America/Guatemala', service_id: 1, title: 'Clases de guitarra' },
  ...{ instrument: 'guitar', modality: 'in_person', student: { id: 2, name: 'Diego' } },
  teacher: { project_id: 3, name: 'Rosa', image: null, city: null },
  ...{ price: 2000, currency: 'USD', package_id: null, payments: [], pay_to: '', steps: [] },
  ...{ substitutable: false, handed_over: false, late: false, due_at: null, note: '', reason: '' },
  ...{
    link: '',
    room: false,
    own_link: '',
    place: '',
    own_place: 'Mi casa, tel. 5555-1234',
    usual_place: '',
  },
  ...{ notes_shared: '', notes_before: null, notes_private: 'Su mamá: 5555-9876' },
}

async function sheet(state: LessonState, notes_shared: string): Promise<string> {
  const client = new QueryClient()
  client.setQueryData(keyOf(readLesson, { params: { id: 1 } }), { ...LESSON, state, notes_shared })
  return textOf(await drawn(<OneLesson id={1} />, { client }))
}

test('a teacher is told of notes that their student doesn’t read in full before the lesson is certain', async () => {
  expect(await sheet('requested', 'Escríbeme a rosa@correo.com')).toContain(TOLD)
  expect(await sheet('accepted', 'Traer el cuaderno')).not.toContain(TOLD)
  // Nobody reads a place before that, nor ever what is for oneself.
  expect(await sheet('requested', '')).not.toContain(TOLD)
  expect(await sheet('scheduled', 'Escríbeme a rosa@correo.com')).not.toContain(TOLD)
})
