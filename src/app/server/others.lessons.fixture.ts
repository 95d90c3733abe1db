import { musician, type OfOthers, student } from './others.ids.fixture.ts'

const PEER = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

const paidLesson = (body?: object): OfOthers => ({
  by: 'STUDENT',
  ids: ({ lesson }) => ({ of: 'lesson', id: lesson }),
  ...(body ? { body } : {}),
})

const recorded = (body?: object): OfOthers => ({
  by: 'STUDENT',
  ids: (o) => ({ id: o.lesson, recording: o.recording }),
  ...(body ? { body } : {}),
})

/** Whose row each endpoint of lessons is about. */
export const LESSONS_OF_OTHERS: Record<string, OfOthers> = {
  'GET /api/lessons/:id/': student('lesson'),
  'POST /api/lessons/series/:id/answer/': musician('series', { answer: 'accept' }),
  'POST /api/lessons/:id/steps/': student('lesson', { step: 'cancel_as_student' }),
  'POST /api/lessons/:id/move/': student('lesson', { starts_at: '2999-01-01T12:00:00Z' }),
  'PUT /api/lessons/:id/sheet/': musician('lesson', { link: '', notes_shared: '', notes_private: '' }),
  'GET /api/lessons/:id/room/': student('lesson'),
  'POST /api/lessons/:id/room/': student('lesson', { peer: PEER }),
  'DELETE /api/lessons/:id/room/:peer/': { by: 'STUDENT', ids: (o) => ({ id: o.lesson, peer: PEER }) },
  'POST /api/lessons/:id/room/signals/': student('lesson', { peer: PEER, to: PEER, body: '{}' }),
  'GET /api/lessons/:id/scores/': student('lesson'),
  'POST /api/lessons/:id/scores/': student('lesson'),
  'GET /api/lessons/:id/scores/:source/:file/': {
    by: 'STUDENT',
    ids: (o) => ({ id: o.lesson, source: 'assignment', file: o.assignment_file }),
  },
  'DELETE /api/lessons/:id/scores/:file/': { by: 'STUDENT', ids: (o) => ({ id: o.lesson, file: o.score }) },
  'GET /api/lessons/:id/recordings/': student('lesson'),
  'POST /api/lessons/:id/recordings/': student('lesson', { peer: PEER }),
  'POST /api/lessons/:id/recordings/:recording/answer/': recorded({ answer: 'yes' }),
  'POST /api/lessons/:id/recordings/:recording/stop/': recorded(),
  'POST /api/lessons/:id/recordings/:recording/file/': recorded(),
  'GET /api/lessons/:id/recordings/:recording/file/': recorded(),
  'DELETE /api/lessons/:id/recordings/:recording/': recorded(),
  'GET /api/lessons/:id/substitutes/': musician('lesson'),
  'POST /api/lessons/:id/substitutes/': {
    by: 'MUSICIAN',
    ids: (o) => ({ id: o.lesson }),
    body: { service_id: 1 },
  },
  'POST /api/lessons/substitutes/:id/answer/': student('lesson_substitute', { accept: true }),
  'DELETE /api/lessons/substitutes/:id/': musician('lesson_substitute'),
  'POST /api/lessons/payments/:of/:id/': paidLesson({ method: 'cash', reference: '' }),
  'POST /api/lessons/payments/:of/:id/confirm/': paidLesson(),
  'DELETE /api/lessons/payments/:of/:id/': paidLesson(),
  'POST /api/lessons/payments/:of/:id/card/': paidLesson(),
  'POST /api/lessons/payments/:of/:id/card/check/': paidLesson(),
  'DELETE /api/lessons/payments/:of/:id/card/': paidLesson(),
  'POST /api/lessons/packages/:id/cancel/': student('package'),
  'POST /api/lessons/packages/:id/refund/': musician('package'),
  'DELETE /api/lessons/holidays/:id/': musician('holiday'),
  'GET /api/lessons/progress/:id/': musician('learner'),
  'GET /api/lessons/progress/:id/notes/': musician('learner'),
  'PUT /api/lessons/practice/:id/': student('practice'),
  'DELETE /api/lessons/practice/:id/': student('practice'),
  'POST /api/lessons/progress/:id/pieces/': musician('learner'),
  'PUT /api/lessons/pieces/:id/': student('piece'),
  'DELETE /api/lessons/pieces/:id/': musician('piece'),
  'GET /api/lessons/pieces/:id/tempos/': student('piece'),
  'POST /api/lessons/progress/:id/objectives/': student('learner'),
  'PUT /api/lessons/objectives/:id/': musician('objective'),
  'DELETE /api/lessons/objectives/:id/': student('objective'),
  'GET /api/lessons/progress/:id/certificates/': musician('learner'),
  'GET /api/lessons/certificates/:id/document/': student('certificate'),
  'GET /api/lessons/assignments/:id/': student('assignment'),
  'POST /api/lessons/progress/:id/assignments/': musician('learner', {
    title: 'Escalas',
    text: '',
    due: null,
  }),
  'PUT /api/lessons/assignments/:id/': musician('assignment', { title: 'Escalas', text: '', due: null }),
  'POST /api/lessons/assignments/:id/step/': student('assignment', { step: 'turn_in' }),
  'POST /api/lessons/assignments/:id/files/': student('assignment'),
  'GET /api/lessons/assignments/:id/files/:file/': {
    by: 'STUDENT',
    ids: (o) => ({ id: o.assignment, file: o.assignment_file }),
  },
  'DELETE /api/lessons/assignments/:id/files/:file/': {
    by: 'STUDENT',
    ids: (o) => ({ id: o.assignment, file: o.assignment_file }),
  },
  'POST /api/lessons/assignments/:id/remarks/': musician('assignment', { text: 'Bien' }),
  'DELETE /api/lessons/assignments/:id/remarks/:remark/': {
    by: 'STUDENT',
    ids: (o) => ({ id: o.assignment, remark: o.remark }),
  },
}
