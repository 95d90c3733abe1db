import { describe, expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { DOCUMENTS_MAX, DOCUMENTS_OF_PROJECT_MAX, type EventDocument } from '../contract.documents.ts'
import type { EventDetail, Performer } from '../contract.ts'
import { ArtistDocuments, HostDocuments } from './Documents.tsx'

inSpanish()

const paper = (id: number, more: Partial<EventDocument> = {}): EventDocument => ({
  id,
  project_id: null,
  title: 'Plano del salón',
  format: 'pdf',
  bytes: 1_240_000,
  added_at: '2026-04-10T20:05:00.000Z',
  added_by: 'Ana',
  mine: false,
  ...more,
})
const ROSA = { project_id: 7, name: 'Rosa Ixchel', owned: true } as Performer
const eventWith = (more: Partial<EventDetail>) =>
  ({
    id: 12,
    state: 'confirmed',
    zone: 'America/Guatemala',
    side: 'musician',
    documents: [],
    performers: [ROSA],
    ...more,
  }) as EventDetail

/** What is drawn of a side's documents. */
async function markupOf(event: EventDetail, of: 'host' | 'artist', isStored = false): Promise<string> {
  const shown = { event, refreshes: [], isStored }
  return drawn(
    of === 'host' ? (
      <HostDocuments {...shown} as="h2" />
    ) : (
      <ArtistDocuments {...shown} performer={ROSA} as="h3" />
    ),
  )
}

describe('a document on the page', () => {
  test('says what it is, how large, whose and since when, and can be downloaded by who reads it', async () => {
    const html = await markupOf(eventWith({ documents: [paper(1), paper(2, { project_id: 7 })] }), 'host')
    const words = textOf(html)
    expect(words).toContain('Documentos para quienes tocan')
    expect(words).toContain('Plano del salón PDF, 1.2 MB. Lo subió Ana el 10 abr a las 14:05. Descargar')
    expect(html.match(/<li/g)).toHaveLength(1)
    // Who only reads it is offered no more.
    for (const label of ['Quitar', 'Cambiar nombre', 'Subir documento']) expect(html).not.toContain(label)
  })

  test('is renamed and removed by whose it is, by its name for a screen reader, until the event is over', async () => {
    const documents = [paper(1, { mine: true })]
    const html = await markupOf(eventWith({ side: 'hunter', documents }), 'host')
    for (const name of ['Cambiar nombre: Plano del salón', 'Quitar: Plano del salón'])
      expect(html).toContain(`aria-label="${name}"`)
    const over = await markupOf(eventWith({ side: 'hunter', state: 'delivered', documents }), 'host')
    for (const label of ['Quitar', 'Cambiar nombre', 'Subir documento']) expect(over).not.toContain(label)
    expect(textOf(over)).toContain('Descargar')
  })

  test('of somebody whose account is gone names nobody', async () => {
    expect(
      textOf(await markupOf(eventWith({ documents: [paper(1, { added_by: null })] }), 'host')),
    ).toContain('Lo subió Cuenta eliminada el')
  })
})

describe('who hands documents over', () => {
  test('is told what they are for while there are none, and what is taken', async () => {
    const words = textOf(await markupOf(eventWith({}), 'artist'))
    expect(words).toContain('Sube el rider, la lista de canales o las partituras. Los ve quien te contrata.')
    expect(words).toContain('Subir documento : Documentos de Rosa Ixchel')
    expect(words).toContain('PDF, JPEG, PNG o WebP, hasta 10 MB.')
  })

  test('is told when there is no more room', async () => {
    const documents = Array.from({ length: DOCUMENTS_OF_PROJECT_MAX }, (_, id) =>
      paper(id + 1, { project_id: 7, mine: true }),
    )
    const html = await markupOf(eventWith({ documents }), 'artist')
    expect(textOf(html)).toContain('Ya no caben más documentos.')
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>(?:(?!<\/button>).)*Subir documento/)
    // Whoever has none isn't told to remove one.
    const others = documents.map((one) => ({ ...one, project_id: null, mine: false }))
    const many = Array.from({ length: DOCUMENTS_MAX / others.length }, (_, n) =>
      others.map((one) => ({ ...one, id: one.id + n * others.length })),
    )
    const words = textOf(await markupOf(eventWith({ documents: many.flat() }), 'artist'))
    expect(words).toContain('Ya no caben más documentos en este evento.')
    expect(words).not.toContain('Quita uno')
  })
})

test('without connection documents are listed, and it is said that they need one', async () => {
  const documents = [paper(1, { mine: true })]
  const words = textOf(await markupOf(eventWith({ side: 'hunter', documents }), 'host', true))
  expect(words).toContain('Plano del salón PDF')
  expect(words).toContain('Para descargarlos necesitas conexión.')
  for (const label of ['Descargar ', 'Subir documento', 'Quitar:']) expect(words).not.toContain(label)
})
