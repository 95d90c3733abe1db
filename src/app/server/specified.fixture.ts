import { describe, expect, test } from 'vitest'
import type { Answer, Caller, TestApp } from './testing.ts'

/*
 * The calls whose path is fixed (rules C-1 to C-3), as rows of a table: each is made in every form of its path, and the
 * answers to good and bad requests are compared word for word in both languages.
 */

type Language = 'es' | 'en'
export type Words = Record<Language, string>

/** One try of a call. */
export interface Try {
  by?: Caller
  body?: unknown
  /** Sent as it is, instead of a body. */
  raw?: string
  type?: string
  /** Not even an empty body is sent. */
  bodiless?: boolean
  query?: Record<string, string>
  /** In the path. */
  id?: number | string
  /** What no refusal may change: read before the first and after the last. */
  unchanged?(): Promise<unknown>
}
export interface Bad {
  what: string
  given(): Promise<Try> | Try
  status: number
  code: string
  message: Words | RegExp
  fields?: Record<string, Words>
}
export interface Row {
  method: 'GET' | 'POST' | 'PATCH'
  /** As the specification writes it. */
  path: string
  /** What is sent, where one path has several readings. */
  with?: string
  /** Made anew for each form of the path. */
  good(): Promise<{ given: Try; check(answer: Answer): unknown }>
  bad: Bad[]
}

/** What every call may say. */
export const COMMON = {
  unauthorized: { es: 'Unauthorized', en: 'Unauthorized' },
  unverified: { es: 'Verifica tu correo para seguir.', en: 'Verify your e-mail to go on.' },
  invalid: { es: 'Revisa los campos marcados.', en: 'Check the marked fields.' },
  malformed: {
    es: 'No entendimos lo que se envió. Prueba de nuevo.',
    en: "The request can't be understood.",
  },
  unsupported: { es: 'Ese tipo de contenido no se acepta.', en: "That type of content isn't accepted." },
  not_found: { es: 'No encontramos lo que buscas.', en: "We can't find what you're looking for." },
  required: { es: 'Este campo es requerido', en: 'This field is required' },
  option: { es: 'Elige una de las opciones', en: 'Choose one of the options' },
  invalid_value: { es: 'Ese valor no es válido', en: "That value isn't valid" },
  number: { es: 'Debe ser un número', en: 'Must be a number' },
  min: (n: number) => ({
    es: `Debe tener al menos ${n} caracteres`,
    en: `Must have at least ${n} characters`,
  }),
  max: (n: number) => ({
    es: `Debe tener como máximo ${n} caracteres`,
    en: `Must have at most ${n} characters`,
  }),
} as const

export const invalid = (what: string, given: Bad['given'], fields: Record<string, Words>): Bad => ({
  what,
  given,
  status: 422,
  code: 'common.invalid',
  message: COMMON.invalid,
  fields,
})

/** What any call that takes a body says to one that is none. */
export const noBody = (given: Bad['given'] = () => ({})): Bad[] => {
  const malformed = { status: 400, code: 'common.malformed', message: COMMON.malformed }
  return [
    { what: 'broken JSON', given: async () => ({ ...(await given()), raw: '{"a":' }), ...malformed },
    { what: 'a list', given: async () => ({ ...(await given()), body: [] }), ...malformed },
    {
      what: 'a form',
      given: async () => ({
        ...(await given()),
        raw: 'a=b',
        type: 'application/x-www-form-urlencoded',
      }),
      status: 415,
      code: 'common.unsupported_type',
      message: COMMON.unsupported,
    },
  ]
}

export const nobody = (given: Bad['given'] = () => ({})): Bad => ({
  what: 'nobody signed in',
  given,
  status: 401,
  code: 'access.unauthorized',
  message: COMMON.unauthorized,
})

/** With and without /api, with and without a slash at the end. */
function formsOf(path: string): string[] {
  const bare = path.replace(/^\/api/, '').replace(/\/$/, '')
  return [bare, `${bare}/`, `/api${bare}`, `/api${bare}/`]
}

/** A row's name: the call as the specification writes it. */
export const rowName = ({ method, path, with: sent }: Row) =>
  [method, path, ...(sent ? [sent] : [])].join(' ')

/** Tests every row in every form of its path; the refusals in both languages too. */
export function testRows(app: () => TestApp, rows: readonly Row[]): void {
  function send({ method }: Row, form: string, one: Try, language: Language) {
    const { by, body, raw, type, bodiless, query, id } = one
    const path = form.replace('{id}', String(id))
    const caller = by ?? app().anonymous
    const headers = { 'accept-language': language === 'es' ? 'es-GT' : 'en-US,en;q=0.9' }
    const more = { headers, ...(query ? { query } : {}) }
    if (raw !== undefined)
      return caller.call(method, path, raw as never, {
        ...more,
        headers: { ...headers, 'content-type': type ?? 'application/json' },
      })
    const none = method === 'GET' || bodiless
    return caller.call(method, path, none ? undefined : ((body ?? {}) as object), more)
  }

  for (const row of rows)
    describe(rowName(row), () => {
      for (const form of formsOf(row.path))
        test(`good, as ${form}`, async () => {
          const { given, check } = await row.good()
          const answer = await send(row, form, given, 'es')
          expect(answer.status, answer.text).toBe(200)
          expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
          expect(answer.headers['cache-control']).toBe('no-store')
          await check(answer)
        })

      for (const { what, given, status, code, message, fields } of row.bad)
        test(`${what} → ${status}`, async () => {
          const one = await given()
          const before = await one.unchanged?.()
          for (const form of formsOf(row.path))
            for (const language of ['es', 'en'] as const) {
              const answer = await send(row, form, one, language)
              const said = `${form} in ${language}: ${answer.text}`
              expect([answer.status, answer.body.code], said).toEqual([status, code])
              if (message instanceof RegExp) expect(answer.body.message, said).toMatch(message)
              else expect(answer.body.message, said).toBe(message[language])
              expect(answer.body.fields, said).toEqual(
                fields &&
                  Object.fromEntries(
                    Object.entries(fields).map(([field, words]) => [field, words[language]]),
                  ),
              )
              expect(Boolean(answer.headers['retry-after'])).toBe(status === 429)
            }
          expect(await one.unchanged?.()).toEqual(before)
        })
    })
}
