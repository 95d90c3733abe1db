import { expect, type Page } from '@playwright/test'
import { keepLines, loudest, loudestIn, moves, soundSent, withDevices } from './devices.ts'
import { taught } from './lesson.ts'
import { moveClock, test as ownTest } from './ownServer.ts'
import { appIsThere, browserOf, watchForErrors } from './people.ts'
import { scoreOf } from './score.ts'
import { sound, soundBothWays } from './sound.ts'
import { wordsOf } from './words.ts'

/* The room of a lesson, where two browsers with made up devices see and hear each other. */

const [es, en] = [wordsOf('es'), wordsOf('en')]

ownTest('a teacher and a student meet in the room of their lesson', async ({ baseURL, request }) => {
  ownTest.setTimeout(480_000)
  const s = (key: string, values = {}) => es.t(`functionality:room.${key}`, values)
  const q = (key: string, values = {}) => en.t(`functionality:room.${key}`, values)
  const { gives, learns, lesson } = await taught(request)
  const browser = await withDevices()
  const open = async (token: string, look: Parameters<typeof browserOf>[2]) => {
    const context = await browserOf(browser, token, { ...look, baseURL: baseURL ?? '' })
    await keepLines(context)
    const page = await context.newPage()
    return { context, page, errors: watchForErrors(page) }
  }
  const now = new Date(lesson.starts_at)
  const desk = await open(gives.token, { language: 'en', theme: 'dark', width: 1280 })
  const phone = await open(learns.token, { language: 'es', width: 390, now })
  const [teacher, student] = [desk.page, phone.page]
  const [TEACHER, STUDENT] = ['Rosa Ixchel', 'Diego Paniagua']
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const state = (page: Page) => page.locator('[data-state]')
  const comeIn = async (page: Page, words: typeof s) => {
    await press(page, words('lobby.ask'))
    await press(page, words('lobby.enter'))
  }
  const seeEachOther = async () => {
    for (const page of [teacher, student])
      await expect(state(page)).toHaveAttribute('data-state', 'connected', { timeout: 60_000 })
    await moves(teacher, q('call.theirs', { name: STUDENT }))
    await moves(student, s('call.theirs', { name: TEACHER }))
    expect(await loudest(teacher, q('call.theirs', { name: STUDENT }))).toBeGreaterThan(0.01)
    expect(await loudest(student, s('call.theirs', { name: TEACHER }))).toBeGreaterThan(0.01)
  }

  await ownTest.step('the teacher chooses it, and the student finds it closed before its time', async () => {
    await teacher.goto('/calendar?view=lessons')
    await appIsThere(teacher)
    const settings = (key: string) => en.t(`functionality:lessons.settings.${key}`)
    await teacher.getByRole('switch', { name: settings('room') }).check()
    await teacher.getByLabel(settings('link')).fill('https://meet.example/rosa')
    await press(teacher, settings('save'))
    await expect(teacher.getByText(settings('saved'))).toBeVisible()
    await student.goto(`/calendar?lesson=${lesson.id}`)
    await appIsThere(student)
    await student.getByRole('link', { name: es.t('functionality:lessons.room_enter') }).click()
    await expect(student.getByText(s('closed'))).toBeVisible()
    await soundBothWays(student, 'crosswise')
  })

  await ownTest.step('where no connection comes up that is said, with what else there is', async () => {
    await moveClock(request, now)
    for (const page of [teacher, student]) {
      await page.route('**/room/signals/', (route) => route.fulfill({ json: {} }))
      await page.goto(`/lessons/${lesson.id}/room`)
      await appIsThere(page)
    }
    await expect(teacher.getByRole('heading', { level: 1 })).toHaveText(q('with', { name: STUDENT }))
    await comeIn(teacher, q)
    await expect(state(teacher)).toHaveAttribute('data-state', 'waiting')
    await comeIn(student, s)
    for (const page of [teacher, student])
      await expect(state(page)).toHaveAttribute('data-state', 'connecting')
    await student.clock.fastForward(21_000)
    await expect(student.getByText(s('failed.title'))).toBeVisible()
    await expect(student.getByRole('link', { name: s('failed.link') })).toHaveAttribute(
      'href',
      'https://meet.example/rosa',
    )
    await soundBothWays(student)
  })

  await ownTest.step('tried again, they see and hear each other', async () => {
    for (const page of [teacher, student]) await page.unroute('**/room/signals/')
    await press(student, s('failed.again'))
    await seeEachOther()
    await soundBothWays(student, 'crosswise')
    await sound(teacher)
  })

  const speech = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  const music = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  await ownTest.step(
    'what they send is music: nothing is taken out of it, and it has the line it needs',
    async () => {
      for (const page of [teacher, student])
        await expect.poll(() => soundSent(page)).toEqual({ ...music, most: 128_000 })
    },
  )

  await ownTest.step(
    'what they write to each other stands in the room, and stays with the lesson',
    async () => {
      for (const [page, w] of [
        [teacher, en],
        [student, es],
      ] as const) {
        await press(page, w.t('functionality:talk.of_lesson'))
        await expect(page.getByText(w.t('functionality:threads.nothing'))).toBeVisible()
      }
      await student.getByRole('textbox', { name: es.t('functionality:threads.write') }).fill('¿Qué compás?')
      await press(student, es.t('functionality:threads.send'))
      const lines = (page: Page, w: typeof es) =>
        page.getByRole('list', { name: w.t('functionality:threads.messages') }).getByRole('listitem')
      await expect(lines(teacher, en).filter({ hasText: '¿Qué compás?' })).toHaveCount(1)
      await expect(lines(student, es)).toHaveCount(1)
      await moves(teacher, q('call.theirs', { name: STUDENT }))
      await sound(student)
      await sound(teacher)
    },
  )

  const f = (w: typeof es, key: string, values = {}) => w.t(`functionality:scores.${key}`, values)
  const onPage = async (number: number) => {
    for (const [page, w] of [
      [teacher, en],
      [student, es],
    ] as const) {
      await expect(
        page.getByRole('status').filter({ hasText: f(w, 'page_of', { page: number, pages: 3 }) }),
      ).toBeVisible()
      await expect(page.locator('canvas[data-drawn]')).toHaveAttribute('data-drawn', String(number))
    }
  }
  /** How much of the page that is shown is black. */
  const blackShare = (page: Page) =>
    page.locator('canvas[data-drawn]').evaluate((sheet: HTMLCanvasElement) => {
      const drawing = sheet.getContext('2d')?.getImageData(0, 0, sheet.width, sheet.height).data ?? []
      let black = 0
      for (let n = 0; n < drawing.length; n += 4) if ((drawing[n] ?? 255) < 80) black++
      return black / (sheet.width * sheet.height)
    })

  await ownTest.step(
    'they look at a score together: who opens it, turns it or points is seen by the other',
    async () => {
      const sheetOf = (page: number) =>
        teacher.getByRole('region', { name: f(en, 'sheet', { page, name: 'Luna de Xelajú.pdf' }) })
      await press(teacher, f(en, 'open'))
      await expect(teacher.getByText(f(en, 'dialog.none'))).toBeVisible()
      await soundBothWays(teacher)
      const pick = (name: string, buffer: Buffer) =>
        teacher.locator('[data-score-input]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
      await pick('notas.pdf', Buffer.from('%PDF-1.4\nnada'))
      await expect(teacher.getByText(f(en, 'damaged'))).toBeVisible()
      await pick('largo.pdf', scoreOf(201))
      await expect(teacher.getByText(f(en, 'long', { pages: 201, most: 200 }))).toBeVisible()
      await pick('Luna de Xelajú.pdf', scoreOf(3))
      await onPage(1)
      await expect(student.getByRole('heading', { name: 'Luna de Xelajú.pdf' })).toBeVisible()
      await student.getByRole('button', { name: f(es, 'next') }).click()
      await onPage(2)
      for (const page of [teacher, student]) expect(await blackShare(page)).toBeGreaterThan(0.002)
      await sheetOf(2).press('ArrowRight')
      await onPage(3)
      // A scan, decoded without WebAssembly: a quarter of the page's width by a third of it is black.
      for (const page of [teacher, student])
        expect(await blackShare(page)).toBeCloseTo((300 * 300) / (595 * 842), 1)
      const sheet = student.locator('canvas[data-drawn]')
      const wide = await sheet.evaluate((one) => one.getBoundingClientRect().width)
      expect(wide).toBeGreaterThan(280)
      expect(wide).toBeLessThanOrEqual(390)
      expect(await student.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      const theirs = await teacher.locator('canvas[data-drawn]').boundingBox()
      const { x = 0, y = 0, width = 0, height = 0 } = theirs ?? {}
      await teacher.mouse.move(x + width / 2, y + height / 4)
      const mark = student.locator('[data-mark]')
      await expect(mark).toHaveAttribute('data-mark', 'on')
      const [spot, page] = [await mark.boundingBox(), await sheet.boundingBox()]
      if (!spot || !page) throw new Error('no pointer')
      expect((spot.x + spot.width / 2 - page.x) / page.width).toBeCloseTo(0.5, 1)
      expect((spot.y + spot.height / 2 - page.y) / page.height).toBeCloseTo(0.25, 1)
      await expect(mark).toHaveAttribute('data-mark', 'off')
      // The same by keys: Enter begins, arrows move, Escape ends it, and then they turn pages again.
      const third = sheetOf(3)
      const own = teacher.locator('[data-own]')
      await teacher.mouse.move(0, 0)
      await third.press('Enter')
      for (let n = 0; n < 5; n++) await third.press('ArrowUp')
      await expect(own).toBeVisible()
      await expect(third).toHaveAccessibleDescription(f(en, 'pointing', { name: STUDENT }))
      await expect
        .poll(() => mark.evaluate((one) => [one.style.left, one.style.top].map(Number.parseFloat)))
        .toEqual([50, 40])
      await third.press('Escape')
      await expect(own).toHaveCount(0)
      await third.press('PageUp')
      await onPage(2)
      await sheetOf(2).press('ArrowRight')
      await onPage(3)
      await soundBothWays(student, 'crosswise')
      await sound(teacher)
    },
  )

  await ownTest.step('each sees what the other switches off', async () => {
    await press(student, s('call.mute'))
    await expect(teacher.getByText(q('call.muted', { name: STUDENT }))).toBeVisible()
    await press(student, s('call.unmute'))
    await expect(teacher.getByText(q('call.muted', { name: STUDENT }))).toHaveCount(0)
    await press(student, s('call.dark'))
    await expect(teacher.getByLabel(q('call.theirs', { name: STUDENT }))).toHaveCSS('opacity', '0')
    await press(student, s('call.light'))
    await expect(teacher.getByLabel(q('call.theirs', { name: STUDENT }))).toHaveCSS('opacity', '1')
    await press(student, s('call.settings'))
    await student.getByRole('switch', { name: s('devices.music') }).uncheck()
    await expect.poll(() => soundSent(student)).toEqual({ ...speech, most: 128_000 })
    expect(await soundSent(teacher)).toMatchObject(music)
    await moves(teacher, q('call.theirs', { name: STUDENT }))
  })

  await ownTest.step(
    'the lesson is recorded when both say yes, and what fails to be saved isn’t lost',
    async () => {
      const r = (w: typeof es, key: string, values = {}) => w.t(`functionality:recordings.${key}`, values)
      const signs = () => [teacher, student].map((page) => page.locator('[data-recording]'))
      await press(teacher, r(en, 'ask'))
      const question = student.getByRole('alertdialog', { name: r(es, 'consent.title') })
      await expect(question).toContainText(r(es, 'consent.where', { days: 90 }))
      await sound(student)
      await question.getByRole('button', { name: r(es, 'consent.no') }).click()
      await expect(teacher.getByText(r(en, 'refused', { name: STUDENT }))).toBeVisible()
      for (const sign of signs()) await expect(sign).toHaveCount(0)

      await press(teacher, r(en, 'ask'))
      await teacher.route('**/recordings/*/file/', (route) => route.abort())
      await question.getByRole('button', { name: r(es, 'consent.yes') }).click()
      for (const sign of signs()) await expect(sign).toBeVisible()
      await expect(student.getByText(s('call.recorded'))).toBeVisible()
      await sound(teacher)
      // Some seconds of it: less than one is no sound.
      await expect(teacher.locator('[data-recording]')).toHaveText(/([1-9]\d*:\d\d|0:[1-5]\d|0:0[3-9])$/)
      await press(student, r(es, 'stop'))
      for (const sign of signs()) await expect(sign).toHaveCount(0)
      await expect(teacher.getByText(r(en, 'failed'))).toBeVisible()
      const saved = teacher.waitForEvent('download')
      await press(teacher, r(en, 'download'))
      expect((await saved).suggestedFilename()).toBe('clase.ogg')
      await teacher.unroute('**/recordings/*/file/')
      await press(teacher, r(en, 'retry'))
      await expect(teacher.getByText(r(en, 'saved'))).toBeVisible()
      // On both pages, without loading either anew.
      for (const [page, w] of [
        [teacher, en],
        [student, es],
      ] as const)
        await expect(page.getByRole('list', { name: r(w, 'list.title') }).getByRole('listitem')).toHaveCount(
          1,
        )
    },
  )

  await ownTest.step('whoever reloads is back', async () => {
    await student.reload()
    await appIsThere(student)
    await expect(state(teacher)).toHaveAttribute('data-state', 'waiting')
    await comeIn(student, s)
    await seeEachOther()
    await onPage(3)
  })

  await ownTest.step('the score is what both have open, also when the other closes it', async () => {
    await teacher.reload()
    await appIsThere(teacher)
    await comeIn(teacher, q)
    await onPage(3)
    await press(student, f(es, 'close'))
    await expect(teacher.getByRole('button', { name: f(en, 'open') })).toBeVisible()
    await press(teacher, f(en, 'open'))
    await teacher
      .getByRole('button', { name: /Luna de Xelajú/ })
      .first()
      .click()
    await onPage(1)
  })

  await ownTest.step('of two windows the last is the one in the room; who leaves is gone', async () => {
    const other = await phone.context.newPage()
    await other.goto(`/lessons/${lesson.id}/room`)
    await appIsThere(other)
    await comeIn(other, s)
    await expect(student.getByText(s('ended.elsewhere'))).toBeVisible()
    await expect(state(other)).toHaveAttribute('data-state', 'connected')
    await press(other, s('call.leave'))
    await expect(other.getByText(s('ended.left'))).toBeVisible()
    await expect(state(teacher)).toHaveAttribute('data-state', 'waiting')
  })

  await ownTest.step('both find the recording on the lesson, and either deletes it for both', async () => {
    const r = (key: string) => es.t(`functionality:recordings.${key}`)
    await student.goto(`/calendar?lesson=${lesson.id}`)
    await appIsThere(student)
    const list = student.getByRole('list', { name: r('list.title') })
    await list.getByRole('button', { name: /^Escuchar/ }).click()
    const length = () => list.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration)
    await expect.poll(length).toBeGreaterThan(1)
    // Both are in it: it isn't silent. Asked for by itself, since a page of ours fetches nothing that it made itself.
    const kept = `/api/lessons/${lesson.id}/recordings/`
    const headers = { authorization: `Bearer ${learns.token}` }
    const [{ id }] = (await (await request.get(kept, { headers })).json()).recordings
    const bytes = [...(await (await request.get(`${kept}${id}/file/`, { headers })).body())]
    expect(await loudestIn(student, bytes)).toBeGreaterThan(0.01)
    await soundBothWays(student)
    await list.getByRole('button', { name: r('list.remove') }).click()
    await student
      .getByRole('alertdialog')
      .getByRole('button', { name: r('list.remove') })
      .click()
    await expect(student.getByText(r('list.removed'))).toBeVisible()
    await expect(list).toHaveCount(0)
  })
  // What was refused on the way to the server is said in the console.
  const isAborted = (error: string) => error.includes('ERR_FAILED')
  expect([...desk.errors, ...phone.errors].filter((error) => !isAborted(error))).toEqual([])
  await browser.close()
})
