/** How somebody learns, from the first lesson to the practice between them, and how anybody writes to anybody. */
export const LEARNING: Readonly<Record<string, object>> = {
  // A first lesson is a `trial`, any other by itself is `single`.
  'POST /api/lessons/': {
    service_id: 52,
    kind: 'trial',
    starts_at: '2027-01-11T22:00:00.000Z',
    note: 'Nunca he tocado; tengo una guitarra prestada.',
  },
  'POST /api/lessons/packages/': { service_id: 52, size: 4 },
  'POST /api/lessons/series/': {
    package_id: 9,
    starts: [
      '2027-01-18T22:00:00.000Z',
      '2027-01-25T22:00:00.000Z',
      '2027-02-01T22:00:00.000Z',
      '2027-02-08T22:00:00.000Z',
    ],
    note: 'Los lunes a las cuatro, si se puede.',
  },
  'POST /api/lessons/series/:id/answer/': { answer: 'accept' },
  'POST /api/lessons/:id/move/': { starts_at: '2027-01-19T23:00:00.000Z' },
  'POST /api/lessons/:id/steps/': { step: 'cancel_as_student', reason: 'Ese día tengo examen.' },
  'POST /api/lessons/payments/:of/:id/': { method: 'transfer', reference: 'Boleta 90317' },
  'PUT /api/lessons/:id/sheet/': {
    link: '',
    notes_shared: 'El cambio de sol a re, despacio y con metrónomo.',
    notes_private: 'Aprieta mucho la mano izquierda.',
  },
  'POST /api/lessons/progress/:id/assignments/': {
    title: 'Luna de Xelajú, primera parte',
    text: 'A 60, sin parar aunque te equivoques.',
    due: '2027-01-25',
  },
  'POST /api/lessons/assignments/:id/step/': { step: 'turn_in' },
  'POST /api/lessons/practice/': {
    day: '2027-01-19',
    minutes: 25,
    what: 'Cambios de acorde y la primera parte',
    key: 'b3f0c9a4-6d21-4e8b-9a57-0c1d2e3f4a5b',
  },

  'POST /api/threads/': { project_id: 12 },
  'POST /api/threads/:id/messages/': {
    client_id: 'mensaje-0001',
    text: '¿Tocan también en la ceremonia, antes de las seis?',
    file_ids: [],
  },
  'POST /api/threads/:id/read/': { seq: 4 },
  'PATCH /api/notifications/:id/': { read: true },
  'PATCH /api/notifications/settings/': {
    zone: 'America/Guatemala',
    quiet: { from: '22:00', to: '07:00' },
    types: [{ type: 'MESSAGE_RECEIVED', email: 'now', push: true }],
  },
}
