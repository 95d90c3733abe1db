import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { DAY } from '#core/contract/time.ts'
import { storeOf } from '#core/server/files.ts'
import { limit } from '#core/server/limits.ts'
import { UPLOAD_MAX, UPLOADS_A_DAY } from './contract.ts'
import { formOf } from './form.fixture.ts'
import { bomb } from './pictures.fixture.ts'

let t: TestApp
let ana: Person

beforeAll(async () => {
  t = await testApp()
  ana = await t.person('MUSICIAN')
})
afterAll(async () => {
  await t.close()
  rmSync(t.app.config.data_dir, { recursive: true, force: true })
})

const ES = {
  not_an_image: 'Ese archivo no es una imagen que podamos abrir. Usa JPEG, PNG, WebP o AVIF.',
  polyglot: 'Ese archivo es de dos tipos a la vez. Guárdalo de nuevo y súbelo.',
  too_many_pixels: 'La imagen tiene demasiados píxeles. Usa una de hasta 50 megapíxeles.',
  too_large: 'El archivo pesa más de 10 MB.',
  too_small: 'La imagen es muy pequeña. Usa una de al menos 64 píxeles por lado.',
  bad_name: 'El nombre del archivo no es válido. Cámbialo y súbelo de nuevo.',
  missing: 'Elige un archivo.',
}
const EN = {
  not_an_image: "That file isn't a picture we can open. Use JPEG, PNG, WebP or AVIF.",
  polyglot: 'That file mixes two formats. Save it again and upload it.',
  too_many_pixels: 'The picture has too many pixels. Use one of up to 50 megapixels.',
  too_large: 'The file is larger than 10 MB.',
  too_small: 'The picture is too small. Use one at least 64 pixels on each side.',
  bad_name: "The file's name isn't valid. Rename it and upload it again.",
  missing: 'Choose a file.',
}

const picture = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#c90a47' } })

let uploads = 0
/** Sends a form with one file. */
async function upload(
  bytes: Buffer,
  {
    who = ana as Person | null,
    name = 'foto.jpg',
    language = 'es',
    type = 'image/jpeg',
    method = 'POST' as 'POST' | 'PATCH',
    url = '/api/files/',
  } = {},
) {
  const form = formOf(bytes, { name, type })
  return t.inject({
    method,
    url,
    // 30 a minute from one address: each comes from another.
    remoteAddress: `10.0.${Math.floor(++uploads / 250)}.${uploads % 250}`,
    headers: {
      ...form.headers,
      'accept-language': language,
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
    },
    payload: form.payload,
  })
}
const sized = (url: string, size: string) => url.replace('/?', `/${size}/?`)
const raw = (url: string, headers: Record<string, string> = {}) => t.server.inject({ url, headers })

describe('an uploaded picture', () => {
  it('is encoded anew in every size, and served as the browser accepts', async () => {
    const { status, body } = await upload(await picture(3000, 2000).jpeg().toBuffer())
    expect(status).toBe(201)
    expect(body).toMatchObject({ width: 1280, height: 853 })
    expect(body.url).toMatch(new RegExp(`^/api/files/${body.id}/\\?v=[0-9a-f]{16}$`))
    for (const [size, side] of [
      ['small', 96],
      ['medium', 384],
      ['large', 1280],
    ] as const)
      for (const [accept, format] of [
        ['image/avif,image/webp,*/*', 'avif'],
        ['image/webp,*/*', 'webp'],
        ['image/png,*/*', 'jpeg'],
      ] as const) {
        const answer = await raw(sized(body.url, size), { accept })
        expect(answer.statusCode).toBe(200)
        expect(answer.headers['content-type']).toBe(`image/${format}`)
        expect(answer.headers['cache-control']).toContain('immutable')
        expect(answer.headers['content-security-policy']).toBe(
          "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        )
        expect(answer.headers.vary).toContain('accept')
        expect(answer.headers['content-disposition']).toBe(`inline; filename="${body.id}-${size}.${format}"`)
        const meta = await sharp(answer.rawPayload).metadata()
        expect([meta.format, meta.width]).toEqual([format === 'avif' ? 'heif' : format, side])
        const again = await raw(sized(body.url, size), {
          accept,
          'if-none-match': String(answer.headers.etag),
        })
        expect(again.statusCode).toBe(304)
      }
    expect((await raw(body.url)).headers['content-type']).toBe('image/jpeg')
    expect((await raw(sized(body.url, 'huge'))).statusCode).toBe(404)
    expect((await raw('/api/files/999999/?v=0123456789abcdef')).statusCode).toBe(404)
  })

  it('loses its metadata and stands upright', async () => {
    const bytes = await picture(400, 200)
      .withExif({ IFD0: { Copyright: 'secreto', Artist: 'Ana' }, IFD3: { GPSLatitude: '14/1 38/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await upload(bytes)
    expect([body.width, body.height]).toEqual([200, 400])
    expect((await sharp(bytes).metadata()).exif?.includes('secreto')).toBe(true)
    for (const accept of ['image/avif', 'image/webp', 'image/jpeg']) {
      const { rawPayload } = await raw(sized(body.url, 'large'), { accept })
      const meta = await sharp(rawPayload).metadata()
      expect(meta.exif).toBeUndefined()
      expect(meta.xmp).toBeUndefined()
      expect(rawPayload.includes('secreto')).toBe(false)
      expect(meta.orientation).toBeUndefined()
    }
  })

  it.each(['png', 'webp', 'avif', 'gif'] as const)('may be %s, whatever it is called', async (format) => {
    const bytes = await picture(120, 120).toFormat(format).toBuffer()
    expect((await upload(bytes, { name: 'x.txt', type: 'text/plain' })).status).toBe(201)
  })

  it('can be replaced by its owner: same id, new address', async () => {
    const { body } = await upload(await picture().png().toBuffer())
    const url = `/api/files/${body.id}/`
    const small = await picture(100, 100).png().toBuffer()
    const replaced = await upload(small, { method: 'PATCH', url })
    expect(replaced.body).toMatchObject({ id: body.id, url: `${body.url}.2`, width: 100 })
    expect((await raw(replaced.body.url)).headers['cache-control']).toContain('immutable')
    // Whoever holds the old address gets the new picture, and asks again soon.
    const old = await raw(body.url)
    expect([old.statusCode, old.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
    expect((await sharp(old.rawPayload).metadata()).width).toBe(100)
    const stranger = await t.person('MUSICIAN')
    expect((await upload(small, { method: 'PATCH', url, who: stranger })).status).toBe(404)
    expect((await stranger.delete(url)).status).toBe(404)
    expect((await ana.delete(url)).status).toBe(200)
    expect((await raw(replaced.body.url)).statusCode).toBe(404)
  })

  it.each(['/files', '/files/', '/api/files', '/api/files/'])(
    'is sent as a form to %s, and replaced there',
    async (path) => {
      const bytes = await picture(100, 100).png().toBuffer()
      const { status, body } = await upload(bytes, { url: path })
      expect(status).toBe(201)
      const slash = path.endsWith('/') ? '/' : ''
      const url = `${path.replace(/\/$/, '')}/${body.id}${slash}`
      const replaced = await upload(bytes, { method: 'PATCH', url })
      expect([replaced.status, replaced.body.url]).toEqual([200, `${body.url}.2`])
    },
  )

  it('is seen by who was given its address: nobody else finds it by counting', async () => {
    const { body } = await upload(await picture(100, 100).png().toBuffer())
    expect((await raw(body.url)).statusCode).toBe(200)
    const stranger = await t.person('MUSICIAN')
    for (const url of [
      `/api/files/${body.id}/`,
      `/api/files/${body.id}/large/`,
      `/api/files/${body.id}/?v=0123456789abcdef`,
      `/api/files/${body.id}/?v=`,
      `/api/files/${body.id}/?v=%25`,
      `/api/files/${body.id}/?v=${'0'.repeat(400)}`,
    ]) {
      expect([400, 404], url).toContain((await raw(url)).statusCode)
      expect([400, 404], url).toContain((await stranger.get(url)).status)
    }
    const guessed = await stranger.patch(`/api/projects/${stranger.project_id}/`, {
      profile_image: `/api/files/${body.id}/?v=0123456789abcdef`,
    })
    expect(guessed.body.fields).toEqual({ profile_image: 'Esa imagen no es tuya.' })
  })

  it('whose bytes could not be kept leaves nothing behind but a row for the sweep', async () => {
    const store = storeOf(t.app.config)
    const { put } = store
    let key = ''
    store.put = async (at, parts) => {
      key = at
      await put(at, new Map([...parts].slice(0, 2)))
      throw new Error('disk full')
    }
    try {
      expect((await upload(await picture(100, 100).png().toBuffer())).status).toBe(500)
    } finally {
      store.put = put
    }
    const home = path.join(t.app.config.data_dir, 'files', key.slice(0, 2), key.slice(2, 4), key)
    expect(existsSync(home)).toBe(true)
    t.clock.move(DAY + 60_000)
    try {
      await t.app.jobs.runSweeps()
      await t.app.jobs.drain()
    } finally {
      t.clock.reset()
    }
    expect(existsSync(home)).toBe(false)
  })
})

describe('is refused with a reason', () => {
  const refused = async (bytes: Buffer, more?: Parameters<typeof upload>[1]) => {
    const { status, body } = await upload(bytes, more)
    return [status, body.code]
  }

  it('without a session, without a file, without a form', async () => {
    expect((await upload(Buffer.from('x'), { who: null })).status).toBe(401)
    expect(await refused(Buffer.alloc(0))).toEqual([422, 'files.missing'])
    const json = await ana.post('/api/files/', { file: 'x' })
    expect([json.status, json.body.code]).toEqual([415, 'common.unsupported_type'])
  })

  it('when it isn’t a picture: text, a script as .jpg, a cut-off JPEG', async () => {
    expect(await refused(Buffer.from('hola hola hola hola hola'))).toEqual([415, 'files.not_an_image'])
    expect(await refused(Buffer.from('<?php system($_GET["c"]); ?> and so on'))).toEqual([
      415,
      'files.not_an_image',
    ])
    const jpeg = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer()
    expect(await refused(jpeg.subarray(0, jpeg.length / 3))).toEqual([415, 'files.not_an_image'])
  })

  it('when it is an SVG with a script, under any name', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script></svg>',
    )
    for (const more of [
      { name: 'x.svg', type: 'image/svg+xml' },
      { name: 'x.png', type: 'image/png' },
    ])
      expect(await refused(svg, more)).toEqual([415, 'files.not_an_image'])
  })

  it('when it is something else at the same time', async () => {
    const gif = await picture(100, 100).gif().toBuffer()
    const png = await picture(100, 100).png().toBuffer()
    const zip = Buffer.concat([
      Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
      deflateRawSync('evil'),
      Buffer.from('PK\x05\x06', 'latin1'),
      Buffer.alloc(18),
    ])
    for (const bytes of [
      Buffer.concat([gif, Buffer.from('/*<script>alert(1)</script>*/')]),
      Buffer.concat([png, zip]),
      Buffer.concat([png, Buffer.from('%PDF-1.7 …')]),
      await picture(100, 100)
        .withExif({ IFD0: { ImageDescription: '<?PHP evil(); ?>' } })
        .jpeg()
        .toBuffer(),
    ])
      expect(await refused(bytes)).toEqual([415, 'files.polyglot'])
  })

  it('when it is a bomb: a few bytes that promise 900 megapixels', async () => {
    const before = process.memoryUsage().rss
    expect(await refused(bomb(), { name: 'bomba.png' })).toEqual([422, 'files.too_many_pixels'])
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  it('when it is too large, or too small', async () => {
    const big = await upload(Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(UPLOAD_MAX)]))
    expect([big.status, big.body.message]).toEqual([413, 'El archivo pesa más de 10 MB.'])
    expect(await refused(await picture(63, 400).png().toBuffer())).toEqual([422, 'files.too_small'])
  })

  it('when a form holds more than one', async () => {
    const bytes = await picture(100, 100).png().toBuffer()
    const second = Buffer.from(
      '\r\n------prueba\r\ncontent-disposition: form-data; name="file"; filename="b.png"\r\ncontent-type: image/png\r\n\r\n',
    )
    expect(await refused(Buffer.concat([bytes, second, bytes]))).toEqual([422, 'files.one_at_a_time'])
  })

  it('after a hundred in a day', async () => {
    const bea = await t.person('MUSICIAN')
    const at = t.clock.now()
    for (let n = 0; n < UPLOADS_A_DAY; n++) await limit(t.db, `upload:${bea.id}`, UPLOADS_A_DAY, DAY, at)
    const { status, headers, body } = await upload(await picture(100, 100).png().toBuffer(), { who: bea })
    expect([status, body.code]).toEqual([429, 'files.too_many'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3600)
  })

  it('in the language of who sends it', async () => {
    const png = await picture(100, 100).png().toBuffer()
    const big = Buffer.concat([png, Buffer.alloc(UPLOAD_MAX)])
    const cases: [Buffer, string, string, string][] = [
      [Buffer.from('<svg onload="alert(1)"></svg>'), 'x.svg', ES.not_an_image, EN.not_an_image],
      [Buffer.concat([png, Buffer.from('<script>')]), 'x.png', ES.polyglot, EN.polyglot],
      [bomb(), 'x.png', ES.too_many_pixels, EN.too_many_pixels],
      [big, 'x.png', ES.too_large, EN.too_large],
      [await picture(20, 20).png().toBuffer(), 'x.png', ES.too_small, EN.too_small],
      [png, '../../x.png', ES.bad_name, EN.bad_name],
      [Buffer.alloc(0), 'x.png', ES.missing, EN.missing],
    ]
    for (const [bytes, name, es, en] of cases) {
      expect((await upload(bytes, { name })).body.message).toBe(es)
      expect((await upload(bytes, { name, language: 'en' })).body.message).toBe(en)
    }
  })

  it('when its name tries to leave its folder', async () => {
    const bytes = await picture(100, 100).png().toBuffer()
    for (const name of ['../../etc/passwd', '..\\\\..\\\\boot.ini', '/etc/cron.d/x'])
      expect(await refused(bytes, { name })).toEqual([422, 'files.bad_name'])
    expect((await upload(bytes, { name: 'Foto... de mamá (1).png' })).status).toBe(201)
  })
})

describe('shown as a profile picture', () => {
  const save = (who: Person, profile_image: string | null) =>
    who.patch(`/api/projects/${who.project_id}/`, { profile_image })

  it('is the uploader’s own, and completes their profile', async () => {
    const { body: file } = await upload(await picture(300, 300).png().toBuffer())
    const stranger = await t.person('MUSICIAN')
    const stolen = await save(stranger, file.url)
    expect([stolen.status, stolen.body.fields]).toEqual([422, { profile_image: 'Esa imagen no es tuya.' }])
    expect((await save(ana, file.url)).body.profile_image).toBe(file.url)
    expect((await ana.delete(`/api/files/${file.id}/`)).body.code).toBe('files.in_use')
    await ana.call('PUT', '/api/availability/', {})
    await ana.patch(`/api/projects/${ana.project_id}/`, {
      bio: 'Canto boleros y acompaño bodas, cenas y serenatas con mi guitarra en todo el altiplano.',
      city: 'Cobán',
      genres: ['latin'],
    })
    expect((await ana.get('/auth/profile')).body.completed_steps.isProfileInfoCompleted).toBe(true)
  })

  it('stays while shown; what nothing shows is collected after a day', async () => {
    const first = (await upload(await picture(300, 300).png().toBuffer())).body
    const second = (await upload(await picture(300, 300).png().toBuffer())).body
    const never = (await upload(await picture(300, 300).png().toBuffer())).body
    await save(ana, first.url)
    await save(ana, second.url)
    t.clock.move(DAY - 60_000)
    try {
      await t.app.jobs.runSweeps()
      expect((await raw(never.url)).statusCode).toBe(200)
      // Taken away from the profile: kept for a while, shown to nobody.
      expect((await raw(first.url)).statusCode).toBe(404)
      t.clock.move(120_000)
      await t.app.jobs.runSweeps()
      await t.app.jobs.drain()
      expect((await raw(first.url)).statusCode).toBe(404)
      expect((await raw(never.url)).statusCode).toBe(404)
      expect((await raw(second.url)).statusCode).toBe(200)
    } finally {
      t.clock.reset()
    }
  })
})
