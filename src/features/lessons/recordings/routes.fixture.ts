import { randomUUID } from 'node:crypto'
import type { Person, TestApp } from '#app/server/testing.ts'
import { OPUS } from '#features/files/encoded.fixture.ts'
import { formOf } from '#features/files/form.fixture.ts'

/* The calls about recordings, as tests make them. */

export const url = (id: number, more = '') => `/api/lessons/${id}/recordings/${more}`
/** Comes into a lesson's room. @returns the page, as it calls itself */
export const enter = async (as: Person, id: number) => {
  const peer = randomUUID()
  await as.post(`/api/lessons/${id}/room/`, { peer })
  return peer
}
export const say = (as: Person, id: number, one: number, answer: string) =>
  as.post(url(id, `${one}/answer/`), { answer })
export const stop = (as: Person, id: number, one: number) => as.post(url(id, `${one}/stop/`))
/** Uploads what was recorded. @param as null: nobody who is signed in */
export const sendTo = (
  t: TestApp,
  as: Person | null,
  id: number,
  one: number,
  bytes: Buffer = OPUS,
  name = 'clase.ogg',
) => {
  const form = formOf(bytes, { name, type: 'audio/ogg' })
  return t.inject({
    method: 'POST',
    url: url(id, `${one}/file/`),
    headers: { ...form.headers, ...(as ? { authorization: `Bearer ${as.token}` } : {}) },
    payload: form.payload,
  })
}
export const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
