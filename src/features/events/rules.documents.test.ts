import { describe, expect, test } from 'vitest'
import {
  DOCUMENTS_MAX,
  DOCUMENTS_OF_PROJECT_MAX,
  type EventDocument,
  TITLE_MAX,
} from './contract.documents.ts'
import type { EventDetail, Performer } from './contract.ts'
import {
  documentsOf,
  hasRoom,
  keepsDocuments,
  readsDocument,
  sideOfDocuments,
  titleFrom,
} from './rules.documents.ts'

const HOST = { side: 'hunter', project_ids: [], owned_ids: [] } as const
/** Owns project 1, and plays in 2. */
const ROSA = { side: 'musician', project_ids: [1, 2], owned_ids: [1] } as const
const OF_HOST = { project_id: null }
const of = (project_id: number) => ({ project_id })

describe('who reads a document', () => {
  test('the host’s everybody who plays, a project’s the host and its own people', () => {
    expect([OF_HOST, of(1), of(3)].map((one) => readsDocument(HOST, one, false))).toEqual([true, true, true])
    expect([OF_HOST, of(1), of(2), of(3)].map((one) => readsDocument(ROSA, one, false))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
  test('once the event is off each side its own alone', () => {
    expect([OF_HOST, of(1)].map((one) => readsDocument(HOST, one, true))).toEqual([true, false])
    expect([OF_HOST, of(1), of(2)].map((one) => readsDocument(ROSA, one, true))).toEqual([false, true, true])
  })
})

test('the host hands over for the host, who owns a project for that project, collaborators for nobody', () => {
  expect([null, 1].map((project_id) => keepsDocuments(HOST, project_id))).toEqual([true, false])
  expect([null, 1, 2, 3].map((project_id) => keepsDocuments(ROSA, project_id))).toEqual([
    false,
    true,
    false,
    false,
  ])
})

const paper = (id: number, project_id: number | null) => ({ id, project_id, title: `${id}` }) as EventDocument
const seen = (more: Partial<EventDetail>) =>
  ({
    side: 'musician',
    state: 'confirmed',
    documents: [],
    performers: [
      { project_id: 1, owned: true },
      { project_id: 2, owned: false },
    ] as Performer[],
    ...more,
  }) as EventDetail

describe('what a page shows of a side’s documents', () => {
  test('who may add to them is offered it while the event isn’t over; others see nothing of an empty list', () => {
    const sides = (event: EventDetail, isStored = false) =>
      [null, 1, 2].map((of) => sideOfDocuments(event, of, isStored).isShown)
    expect(sides(seen({}))).toEqual([false, true, false])
    expect(sides(seen({ side: 'hunter', performers: [] }))).toEqual([true, false, false])
    expect(sides(seen({ state: 'delivered' }))).toEqual([false, false, false])
    // Without connection nothing can be added.
    expect(sides(seen({}), true)).toEqual([false, false, false])
    expect(sides(seen({ documents: [paper(1, 1)] }), true)).toEqual([false, true, false])
    expect(sides(seen({ state: 'delivered', documents: [paper(1, null), paper(2, 2)] }))).toEqual([
      true,
      false,
      true,
    ])
  })

  test('each list is of one side; an event that was stored before there were documents has none', () => {
    const event = seen({ documents: [paper(1, null), paper(2, 1), paper(3, null)] })
    expect(documentsOf(event, null).map(({ id }) => id)).toEqual([1, 3])
    expect(documentsOf(event, 1).map(({ id }) => id)).toEqual([2])
    expect(documentsOf({} as EventDetail, null)).toEqual([])
  })

  test('a project has room for five, the event for twenty', () => {
    const many = (count: number, project_id: number | null) =>
      Array.from({ length: count }, (_, id) => paper(id, project_id))
    expect(hasRoom(seen({ documents: many(DOCUMENTS_OF_PROJECT_MAX - 1, 1) }), 1)).toBe(true)
    expect(hasRoom(seen({ documents: many(DOCUMENTS_OF_PROJECT_MAX, 1) }), 1)).toBe(false)
    expect(hasRoom(seen({ documents: many(DOCUMENTS_OF_PROJECT_MAX, 1) }), null)).toBe(true)
    expect(hasRoom(seen({ documents: many(DOCUMENTS_MAX, null) }), null)).toBe(false)
    expect(hasRoom(seen({ documents: many(DOCUMENTS_MAX, null) }), 1)).toBe(false)
  })
})

test('a document is called as its file, without the ending, in one line of a title’s length', () => {
  const cases = [
    ['Plano del salón.pdf', 'Plano del salón'],
    ['rider v2.1.PDF', 'rider v2.1'],
    ['sin ending', 'sin ending'],
    ['  permiso \u202e gpj.pdf', 'permiso gpj'],
    ['.pdf', '.pdf'],
    ['Salo\u0301n.pdf', 'Sal\u00f3n'],
    ['   ', ''],
  ]
  for (const [name = '', title] of cases) expect(titleFrom(name), name).toBe(title)
  expect(titleFrom(`${'x'.repeat(250)}.pdf`)).toHaveLength(TITLE_MAX)
  // Half a character at the cut is none.
  expect(titleFrom(`${'x'.repeat(TITLE_MAX - 1)}🎺.pdf`)).toBe('x'.repeat(TITLE_MAX - 1))
})
