import { rmSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { formOf } from './form.fixture.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c90a47' } })

function upload(bytes: Buffer, { token }: Person) {
  const { headers, payload } = formOf(bytes, { name: 'foto.jpg', type: 'image/jpeg' })
  return t.inject({
    method: 'POST',
    url: '/api/files/',
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  })
}

it('twenty huge pictures of one person let another’s small one by: it is served when few of the twenty are', async () => {
  const [many, one] = [await t.person('MUSICIAN'), await t.person('MUSICIAN')]
  const huge = await picture(4000, 3000).jpeg().toBuffer()
  const small = await picture(200, 200).jpeg().toBuffer()
  let served = 0
  let first = () => {}
  const begun = new Promise<void>((resolve) => {
    first = resolve
  })
  const all = Array.from({ length: 20 }, async () => {
    const { status } = await upload(huge, many)
    served++
    first()
    return status
  })
  await begun
  const before = served
  expect((await upload(small, one)).status).toBe(201)
  // Theirs takes the next turn; another of the many may end while it runs.
  expect(served - before).toBeLessThan(5)
  expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, () => 201))
})
