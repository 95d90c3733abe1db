import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { openBucket } from '#core/server/bucket.fixture.ts'

let bucket: Awaited<ReturnType<typeof openBucket>>
let t: TestApp

beforeAll(async () => {
  bucket = await openBucket()
  t = await testApp({ env: bucket.env })
})
afterAll(async () => {
  await t.close()
  await bucket.close()
})

/** Three sizes in three formats. */
const PARTS = 9

it('with a bucket configured, pictures are kept, replaced, shown and collected there', async () => {
  const ana = await t.person('MUSICIAN')
  const picture = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#c90a47' } })
      .jpeg()
      .toBuffer()
  const send = async (method: 'POST' | 'PATCH', url: string, bytes: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'foto.jpg')
    const request = new Request('http://tarima.test', { method, body: form })
    return t.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${ana.token}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
  }
  const { status, body } = await send('POST', '/api/files/', await picture(500))
  expect(status).toBe(201)
  expect(bucket.holds()).toBe(PARTS)

  const seen = await t.server.inject({ url: body.url, headers: { accept: 'image/avif' } })
  expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/avif'])
  expect((await sharp(seen.rawPayload).metadata()).width).toBe(384)

  const replaced = await send('PATCH', `/api/files/${body.id}/`, await picture(300))
  expect(replaced.status).toBe(200)
  await t.app.jobs.drain()
  expect(bucket.holds()).toBe(PARTS)
  const now = await t.server.inject({ url: replaced.body.url, headers: { accept: 'image/webp' } })
  expect((await sharp(now.rawPayload).metadata()).width).toBe(300)

  t.clock.move(DAY + 60_000)
  await t.app.jobs.runSweeps()
  await t.app.jobs.drain()
  expect(bucket.holds()).toBe(0)
  expect((await t.server.inject(replaced.body.url)).statusCode).toBe(404)
})
