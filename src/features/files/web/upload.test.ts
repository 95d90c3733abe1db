import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { callAs } from '#core/web/ask.ts'
import { upload } from './upload.ts'

/** An endpoint as pages have it: its address, without any schema. */
const sendFile = { method: 'POST', path: '/api/things/:id/' } as unknown as Endpoint

/** What the server answers next. */
let answer = { status: 201, text: '{}' }
let asked: { address: string; headers: Record<string, string>; name: string } | undefined

/** As much of a browser's request as an upload needs. */
class Sent {
  upload: { onprogress?: (at: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onabort = () => {}
  onerror = () => {}
  status = 0
  responseText = ''
  #headers: Record<string, string> = {}
  #address = ''
  open(method: string, address: string) {
    this.#address = `${method} ${address}`
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  send(form: FormData) {
    asked = { address: this.#address, headers: this.#headers, name: (form.get('file') as File).name }
    this.upload.onprogress?.({ loaded: 1, total: 2 })
    if (answer.status === 0) return this.onerror()
    this.status = answer.status
    this.responseText = answer.text
    this.onload()
  }
  abort() {
    this.onabort()
  }
}

beforeAll(() => {
  vi.stubGlobal('XMLHttpRequest', Sent)
  callAs({ token: () => 'abc', onUnauthorized: () => {}, satisfy: async () => false })
})
afterAll(() => vi.unstubAllGlobals())

const shares: number[] = []
const sent = (more: typeof answer) => {
  answer = more
  const file = { file: new Blob(['x']), name: 'Plano del salón.pdf' }
  return upload(sendFile, { params: { id: 7 } as never }, file, (share) => shares.push(share))
}

test('a file is sent to its address under its name, and what the server made of it comes back', async () => {
  expect(await sent({ status: 201, text: '{"id":3}' })).toEqual({ id: 3 })
  expect(asked).toMatchObject({
    address: 'POST /api/things/7/',
    headers: { authorization: 'Bearer abc' },
    name: 'Plano del salón.pdf',
  })
  expect(shares).toEqual([0.5])
})

test('a refusal has the server’s words, and what isn’t the server’s answer is one too', async () => {
  const refusal = { code: 'files.not_a_document', message: 'No es un PDF.' }
  await expect(sent({ status: 415, text: JSON.stringify(refusal) })).rejects.toMatchObject({
    status: 415,
    ...refusal,
  })
  await expect(sent({ status: 200, text: '<html>Sign in to the network</html>' })).rejects.toMatchObject({
    isExplained: false,
  })
  await expect(sent({ status: 0, text: '' })).rejects.toMatchObject({ status: 0 })
})
