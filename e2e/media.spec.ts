import { type Browser, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { VORBIS } from '#features/files/encoded.fixture.ts'
import { tone, wavOf } from '#features/files/sounds.fixture.ts'
import { appIsThere, browserOf, newPerson, watchForErrors } from './people.ts'
import { sound } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * A musician shows photos, sounds, a video, a repertoire and what they need of a stage; others see and hear it before they
 * ask. Nothing is asked of a player elsewhere before it is pressed.
 */

const es = wordsOf('es')
const VIDEO = 'dQw4w9WgXcQ'

const photo = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** A page that never reaches the players elsewhere; what it asked of them is kept. */
async function opened(
  browser: Browser,
  options: Parameters<typeof browserOf>[2],
  token: string | null = null,
) {
  const context = await browserOf(browser, token, options)
  const asked: string[] = []
  await context.route(/youtube|vimeo|soundcloud|spotify/, (route) => {
    if (new URL(route.request().url()).hostname === 'localhost') return route.continue()
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>player</title>' })
  })
  const page = await context.newPage()
  return { context, page, asked, errors: watchForErrors(page) }
}

const titles = (page: Page) =>
  page
    .getByRole('region', { name: es.t('functionality:media.edit_pictures.title'), exact: true })
    .getByRole('textbox')

/** What a page for the press is handed on by: to an app, as a link, by WhatsApp, on paper; and what others show of it. */
async function handedOn(page: Page, language: 'es' | 'en', its: { name: string; path: string }) {
  const { t } = wordsOf(language)
  const p = (key: string, values = {}) => t(`functionality:directory.press.${key}`, values)
  const { name } = its
  const url = new URL(`${its.path}/press`, page.url()).href
  // A browser of a phone can hand on to apps; one of a test neither can, nor prints, nor may a page read what was copied.
  const kept = await page.evaluateHandle(() => {
    const done = { shared: [] as unknown[], copied: [] as string[], printed: 0 }
    navigator.share = async (data) => void done.shared.push(data)
    window.print = () => {
      done.printed += 1
    }
    const write = navigator.clipboard.writeText.bind(navigator.clipboard)
    navigator.clipboard.writeText = (text) => write(text).then(() => void done.copied.push(text))
    return done
  })
  await page.getByRole('link', { name: p('back', { name }) }).click()
  await page.getByRole('link', { name: t('functionality:directory.profile.press') }).click()
  await page.getByRole('button', { name: p('share'), exact: true }).click()
  await page.context().grantPermissions(['clipboard-write'])
  await page.getByRole('button', { name: p('copy'), exact: true }).click()
  await expect(page.getByText(p('copied'))).toBeVisible()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await page.getByRole('button', { name: p('copy'), exact: true }).click()
  await expect(page.getByText(p('not_copied'))).toBeVisible()

  const whatsapp = new URL((await page.getByRole('link', { name: p('whatsapp') }).getAttribute('href')) ?? '')
  expect([whatsapp.origin, whatsapp.searchParams.get('text')]).toEqual([
    'https://wa.me',
    p('share_text', { name, url }),
  ])

  const print = page.getByRole('button', { name: p('print') })
  await print.click()
  expect(await kept.jsonValue()).toEqual({ shared: [{ title: name, url }], copied: [url], printed: 1 })
  await page.emulateMedia({ media: 'print' })
  await expect(print).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Luna de Xelajú')).toBeVisible()
  await expect(page.getByRole('img', { name: p('qr', { name }) })).toBeVisible()
  await page.emulateMedia({ media: null })

  // Drawn by the server, for whoever shows a link.
  const drawn = await (await page.context().request.get(url)).text()
  const image = /property="og:image" content="([^"]+)"/.exec(drawn)?.[1] ?? ''
  expect(new URL(image).pathname).toBe(`/og/musician/${its.path.split('/').at(-1)}.jpg`)
  const picture = await page.context().request.get(image)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
}

test('a profile is seen and heard before one asks', async ({ browser, request }) => {
  const musician = await newPerson(request, 'MUSICIAN', { name: 'Trío Amatitlán' })
  const w = (key: string, values = {}) => es.t(`functionality:media.${key}`, values)
  let project = 0

  await test.step('its owner adds photos, orders them, and thinks better of taking one down', async () => {
    const { page, errors } = await opened(browser, { width: 390 }, musician.token)
    await page.goto('/profile')
    await page.getByRole('link', { name: es.t('functionality:projects.media') }).click()
    await expect(page.getByRole('heading', { level: 1, name: w('edit.title') })).toBeVisible()
    await expect(page.getByText(w('edit.used', { used: 0, limit: 6 }))).toBeVisible()
    await page.locator('[data-pictures-input]').setInputFiles([
      { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photo(900, 600, '#c90a47') },
      { name: 'b.jpg', mimeType: 'image/jpeg', buffer: await photo(500, 800, '#028779') },
    ])
    await expect(titles(page)).toHaveCount(2)
    for (const [n, title] of ['En el escenario', 'Prueba de sonido'].entries()) {
      await titles(page).nth(n).fill(title)
      await titles(page).nth(n).press('Enter')
      await expect(page.getByRole('button', { name: w('edit.remove', { title }) })).toBeVisible()
    }
    const up = page.getByRole('button', { name: w('edit.up', { title: 'Prueba de sonido' }) })
    await up.focus()
    await page.keyboard.press('Enter')
    await expect(titles(page).first()).toHaveValue('Prueba de sonido')
    await expect(
      page.getByRole('button', { name: w('edit.down', { title: 'Prueba de sonido' }) }),
    ).toBeFocused()
    await page.getByRole('button', { name: w('edit.remove', { title: 'En el escenario' }) }).click()
    await expect(titles(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: w('edit.undo') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(titles(page)).toHaveCount(2)
    await sound(page)
    expect(errors).toEqual([])
  })

  await test.step('and a sound, a video, a repertoire and their needs; what won’t do is said at its field', async () => {
    const { page, asked, errors } = await opened(browser, { width: 1280 }, musician.token)
    await page.goto('/profile/media')
    const sounds = page.locator('[data-sound-input]')
    await sounds.setInputFiles({ name: 'nota.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<html>') })
    await expect(page.getByText(es.t('common:errors.files.not_a_sound'))).toBeVisible()
    for (const [name, buffer] of [
      ['Vals.wav', wavOf(tone(4))],
      ['Bolero.ogg', VORBIS],
    ] as const) {
      await sounds.setInputFiles({ name, mimeType: 'audio/wav', buffer })
      await expect(
        page.getByRole('button', { name: w('edit_sounds.play', { title: name.split('.')[0] }) }),
      ).toBeVisible()
    }
    // The waveforms come when it was listened to.
    await expect(page.locator('[data-wave=sound]')).toHaveCount(2, { timeout: 60_000 })

    const links = page.getByRole('region', { name: w('edit_links.title') })
    await links.getByRole('textbox', { name: w('edit_links.url') }).fill('https://wa.me/50255551234')
    await links
      .getByRole('textbox', { name: w('edit_links.name') })
      .last()
      .fill('En vivo')
    await links.getByRole('button', { name: w('edit_links.add') }).click()
    await expect(links.getByText(es.t('common:validation.link'))).toBeVisible()
    await links.getByRole('textbox', { name: w('edit_links.url') }).fill(`youtu.be/${VIDEO}`)
    await links.getByRole('button', { name: w('edit_links.add') }).click()
    await expect(links.getByRole('button', { name: w('edit.remove', { title: 'En vivo' }) })).toBeVisible()

    const songs = Array.from({ length: 14 }, (_, n) => `Canción ${n + 1} - Artista`)
    await page
      .getByRole('textbox', { name: w('edit_songs.label') })
      .fill(['Luna de Xelajú - Paco Pérez', ...songs].join('\n'))
    await page.getByRole('button', { name: w('edit_songs.save') }).click()
    await expect(page.getByText(w('edit_songs.saved'))).toBeVisible()
    await page.getByRole('textbox', { name: w('edit_stage.needs') }).fill('Dos tomas de corriente')
    await page.getByRole('button', { name: w('edit_stage.save'), exact: true }).click()
    await page.locator('[data-rider-input]').setInputFiles({
      name: 'Rider.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`),
    })
    await expect(page.getByText('Rider.pdf')).toBeVisible()
    await sound(page)
    expect(asked).toEqual([])
    expect(errors).toEqual([])
    await page.getByRole('link', { name: w('edit.see') }).click()
    await page.waitForURL(/\/profile\/musician\/\d+$/)
    project = Number(/\d+$/.exec(page.url())?.[0])
  })

  for (const [language, width] of [
    ['es', 390],
    ['en', 1280],
  ] as const)
    await test.step(`a stranger sees and hears it, ${language} ${width}`, async () => {
      const { t } = wordsOf(language)
      const m = (key: string, values = {}) => t(`functionality:media.${key}`, values)
      const { page, asked, errors, context } = await opened(browser, { width, language })
      // What the server draws names the photos, before any script.
      const drawn = await (await context.request.get(`/profile/musician/${project}`)).text()
      for (const said of ['Prueba de sonido', 'Luna de Xelajú', 'Vals']) expect(drawn).toContain(said)

      await page.goto(`/profile/musician/${project}`)
      await appIsThere(page)
      const open = page.getByRole('button', { name: m('pictures.open', { title: 'Prueba de sonido' }) })
      await open.click()
      const viewer = page.getByRole('dialog', { name: m('viewer.label', { name: 'Trío Amatitlán' }) })
      await expect(viewer.getByText(m('viewer.at', { n: 1, count: 2 }))).toBeVisible()
      await page.keyboard.press('ArrowRight')
      await expect(viewer.getByRole('img', { name: 'En el escenario' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(viewer).toHaveCount(0)
      await expect(open).toBeFocused()

      await expect(page.locator('[data-player]')).toHaveCount(0)
      await page.getByRole('button', { name: m('sounds.play', { title: 'Vals' }) }).click()
      const player = page.getByRole('region', { name: m('player.label') })
      await expect(player.getByText('Vals')).toBeVisible()
      await expect(player.getByRole('button', { name: m('player.pause') })).toBeVisible()
      const slider = player.getByRole('slider', { name: m('player.seek', { title: 'Vals' }) })
      await player.getByRole('button', { name: m('player.pause') }).click()
      await slider.focus()
      await page.keyboard.press('Home')
      await expect(slider).toHaveAttribute('aria-valuenow', '0')
      await page.keyboard.press('End')
      await expect(slider).toHaveAttribute('aria-valuenow', '4')
      await sound(page)

      // Between pages the player stays, as it is.
      await page.getByRole('link', { name: t('functionality:directory.profile.press') }).click()
      await page.waitForURL(/\/press$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Trío Amatitlán' })).toBeVisible()
      await expect(page).toHaveTitle(
        new RegExp(t('functionality:directory.press.title', { name: 'Trío Amatitlán' })),
      )
      await expect(player.getByText('Vals')).toBeVisible()
      await player.getByRole('button', { name: m('player.next') }).click()
      await expect(player.getByText('Bolero')).toBeVisible()
      await sound(page)
      await player.getByRole('button', { name: m('player.close') }).click()
      await expect(player).toHaveCount(0)
      await handedOn(page, language, { name: 'Trío Amatitlán', path: `/profile/musician/${project}` })

      await page.goBack()
      expect(asked).toEqual([])
      await page
        .getByRole('button', { name: m('links.play', { title: 'En vivo', provider: 'YouTube' }) })
        .click()
      await expect
        .poll(() => asked.map((url) => new URL(url).origin))
        .toEqual(['https://www.youtube-nocookie.com'])
      await page.getByRole('searchbox', { name: m('songs.search') }).fill('xelaju')
      await expect(page.getByRole('status').filter({ hasText: m('songs.found', { count: 1 }) })).toHaveCount(
        1,
      )
      expect(errors).toEqual([])
      await context.close()
    })
})

test('whoever is found is heard from their card, on the landing and in a search', async ({ browser }) => {
  const { page, errors } = await opened(browser, { width: 390 })
  const hear = page.getByRole('button', { name: es.like('functionality:media.hear.play_of') })
  const player = page.getByRole('region', { name: es.t('functionality:media.player.label') })
  await page.goto('/welcome')
  const first = hear.first()
  // Of those that the landing shows there may be nobody with a sound: then there is no button that does nothing.
  await expect(page.locator('[data-featured][aria-busy=false]')).toBeVisible()
  if ((await hear.count()) > 0) {
    await first.click()
    await expect(player).toBeVisible()
  }
  await page.goto('/musicos/antigua-guatemala')
  await appIsThere(page)
  await hear.first().click()
  await expect(player).toBeVisible()
  await sound(page)
  expect(errors).toEqual([])
})
