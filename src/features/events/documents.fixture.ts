import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { Person } from '#app/server/testing.ts'
import { formOf } from '#features/files/form.fixture.ts'
import type { EventDocument } from './contract.documents.ts'
import type { WeddingDay } from './day.fixture.ts'
import { event_documents } from './table.ts'

/** A floor plan, as small as a PDF may be. */
export const PDF = Buffer.from('%PDF-1.7\n1 0 obj <</Title (Plano)>> endobj\ntrailer <<>>\n%%EOF\n')

export const own = (person: Person) => person.project_id ?? 0

/** The address of a document of the wedding, or of all of them. */
export const documentAt = ({ event_id }: WeddingDay, id?: number) =>
  `/api/events/${event_id}/documents/${id ? `${id}/` : ''}`

/** What is handed over; as the host unless a project is named. */
export interface Sent {
  project?: number
  bytes?: Buffer
  name?: string
  type?: string
}

let uploads = 0
/** Hands a document over. */
export const handOver = (
  w: WeddingDay,
  who: Person | null,
  { project, bytes = PDF, name = 'Plano del salón.pdf', type = 'application/pdf' }: Sent = {},
) => {
  const form = formOf(bytes, { name, type })
  return w.t.inject({
    method: 'POST',
    url: project === undefined ? documentAt(w) : `${documentAt(w)}?project=${project}`,
    // 30 a minute from one address: each comes from another.
    remoteAddress: `10.1.${Math.floor(++uploads / 250)}.${uploads % 250}`,
    headers: {
      ...form.headers,
      'accept-language': 'es',
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
    },
    payload: form.payload,
  })
}

export const fetchDocument = (w: WeddingDay, who: Person | null, id: number) =>
  w.t.server.inject({
    method: 'GET',
    url: documentAt(w, id),
    headers: who ? { authorization: `Bearer ${who.token}` } : {},
  })

/** The document that was handed over last, of an answer. */
export const last = (answer: { body: { documents: EventDocument[] } }) =>
  answer.body.documents.at(-1)?.id ?? 0

/** The folder that a document's bytes are in. */
export async function homeOf({ t }: WeddingDay, id: number): Promise<string> {
  const [row] = await t.db.select().from(event_documents).where(eq(event_documents.id, id))
  if (!row) throw new Error(`no document ${id}`)
  const { key } = row
  return path.join(t.app.config.data_dir, 'files', key.slice(0, 2), key.slice(2, 4), key)
}
