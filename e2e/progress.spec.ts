import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { MINUTE } from '#core/contract/time.ts'
import { PERSONAL } from '#core/web/storage.ts'
import { readTeacherDesk } from '#features/lessons/booking/contract.teaching.ts'
import {
  addObjective,
  addPiece,
  listPractice,
  notePractice,
  savePiece,
} from '#features/lessons/progress/contract.ts'
import { taught } from './lesson.ts'
import { callsOf } from './order.ts'
import { test as ownTest } from './ownServer.ts'
import { appIsThere, browserOf, isStored, linkIn, mailTo, watchForErrors } from './people.ts'
import { sound, soundBothWays } from './sound.ts'
import { travel } from './travel.ts'
import { wordsOf } from './words.ts'

/*
 * How somebody who learns notes what they practise on a phone, also without connection, and how who teaches them sees it
 * at their desk.
 */
/** How long the timer runs. */
const PRACTISED = 25

test('a student practises, and their teacher sees it', async ({ browser, request }) => {
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  /** The student's words. */
  const p = (key: string, values = {}) => es.t(`functionality:progress.${key}`, values)
  /** The teacher's. */
  const q = (key: string, values = {}) => en.t(`functionality:progress.${key}`, values)
  const { gives, learns, learning } = await taught(request)

  const open = async (token: string, look: Parameters<typeof browserOf>[2]) => {
    const context = await browserOf(browser, token, look)
    const page = await context.newPage()
    return { context, page, errors: watchForErrors(page) }
  }
  const go = async (page: Page, path: string) => {
    await page.goto(path)
    await appIsThere(page)
  }
  const press = (page: Page, key: string) => page.getByRole('button', { name: p(key), exact: true }).click()
  const box = (place: Page | Locator, key: string) =>
    place.getByRole('textbox', { name: p(key), exact: true })
  const region = (page: Page, key: string) => page.getByRole('region', { name: p(key), exact: true })

  const { context, page, errors } = await open(learns.token, { language: 'es', width: 390 })
  const rows = region(page, 'list.title').getByRole('listitem')

  await test.step('begins on the desk; what the timer counts survives a reload and becomes a note', async () => {
    await go(page, '/student')
    await press(page, 'timer.start')
    await page.getByRole('link', { name: p('timer.open') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(p('title'))
    await expect(page.getByText(p('list.empty'))).toBeVisible()
    // As if it had been started then.
    await page.evaluate(
      ([key, ms]) => {
        const stored = JSON.parse(localStorage.getItem(key) ?? '')
        stored.rows[0].running_since -= ms
        localStorage.setItem(key, JSON.stringify(stored))
      },
      [PERSONAL.timer, PRACTISED * MINUTE] as const,
    )
    await page.reload()
    await appIsThere(page)
    await expect(page.getByRole('timer')).toHaveText(/^25:\d\d$/)
    await press(page, 'timer.stop')
    const what = box(page, 'form.what')
    await expect(what).toBeFocused()
    await what.fill('Escalas')
    // A mistake is said at its field; what was typed stays.
    await box(page, 'form.minutes').fill('900')
    await press(page, 'form.note')
    await expect(box(page, 'form.minutes')).toHaveAttribute('aria-invalid', 'true')
    await expect(what).toHaveValue('Escalas')
    await box(page, 'form.minutes').fill(String(PRACTISED))
    await press(page, 'form.note')
    await expect(rows).toHaveText([/Escalas/])
    await expect(page.getByRole('timer')).toHaveText('00:00')
    await expect(page.getByText(p('streak.days', { count: 1 }), { exact: true })).toBeVisible()
  })

  await test.step('what is noted without connection waits, and is one row once there is one', async () => {
    await expect.poll(() => isStored(page)).toBe(true)
    await context.setOffline(true)
    await box(page, 'form.minutes').fill('40')
    await box(page, 'form.what').fill('Arpegios')
    await press(page, 'form.note')
    await expect(page.getByText(p('list.waiting', { count: 1 }))).toBeVisible()
    await page.reload()
    await expect(page.getByText(p('list.waiting', { count: 1 }))).toBeVisible()
    await expect(page.getByText(es.like('functionality:progress.as_of'))).toBeVisible()
    await context.setOffline(false)
    await expect(rows).toHaveText([/Arpegios/, /Escalas/])
    await expect(page.getByText(p('list.waits'))).toHaveCount(0)
    expect((await learning(listPractice)).results.map(({ minutes }) => minutes)).toEqual([40, PRACTISED])
  })

  await test.step('one is changed, and removed once that is confirmed', async () => {
    await rows.first().getByRole('button').first().click()
    await box(rows.first(), 'form.minutes').fill('45')
    await rows
      .first()
      .getByRole('button', { name: p('form.save') })
      .click()
    await expect(rows.first()).toContainText('45')
    await rows.first().getByRole('button').last().click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: p('list.remove') })
      .click()
    await expect(rows).toHaveText([/Escalas/])
  })

  await test.step('the chart has a table, which says what was noted', async () => {
    const weeks = region(page, 'weeks.title')
    const table = weeks.getByRole('table', { name: p('weeks.caption') })
    await expect(table).toHaveCount(0)
    await weeks.getByText(p('weeks.table'), { exact: true }).click()
    await expect(table.getByRole('row')).toHaveCount(14)
    await expect(table.getByRole('row').nth(12).getByRole('cell')).toHaveText([String(PRACTISED), '1'])
    await expect(table.getByRole('row').last()).toHaveText(`${p('weeks.sum')}${PRACTISED}1`)
  })

  await test.step('a piece and an objective are added', async () => {
    await press(page, 'pieces.add')
    const form = page.getByRole('dialog')
    await press(page, 'save')
    await expect(form.getByLabel(p('pieces.piece'))).toBeFocused()
    await form.getByLabel(p('pieces.piece')).fill('Luna de Xelajú')
    await form.getByLabel(p('pieces.tempo_now')).fill('84')
    await form.getByLabel(p('pieces.tempo_target')).fill('112')
    await sound(page)
    await press(page, 'save')
    await expect(form).toHaveCount(0)
    await expect(page.getByText(p('pieces.tempo_both', { now: 84, target: 112 }))).toBeVisible()
    await press(page, 'objectives.add')
    await form.getByLabel(p('objectives.what')).fill('Tocar en la reunión')
    await press(page, 'save')
    await expect(form).toHaveCount(0)
    await page.getByLabel(p('objectives.reach_of', { title: 'Tocar en la reunión' })).check()
    await expect(page.getByText(es.like('functionality:progress.objectives.reached_on'))).toBeVisible()
    await sound(page)
  })

  await test.step('the teacher sees them from the list of students, and says that the piece is polished', async () => {
    const { page: teacher, errors: others } = await open(gives.token, {
      language: 'en',
      theme: 'dark',
      width: 1280,
    })
    await go(teacher, '/calendar?view=lessons')
    await teacher
      .getByRole('link', {
        name: en.t('functionality:lessons.teaching.progress_of', { name: 'Diego Paniagua' }),
      })
      .click()
    await expect(teacher.getByRole('heading', { level: 1 })).toHaveText('Diego Paniagua')
    await expect(teacher.getByText('Escalas')).toHaveCount(0)
    await expect(teacher.getByText(q('minutes', { count: PRACTISED }), { exact: true })).toBeVisible()
    await expect(teacher.getByText('Tocar en la reunión')).toBeVisible()
    const piece = { piece: 'Luna de Xelajú' }
    const saved = teacher.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/pieces/'),
    )
    await teacher.getByLabel(q('pieces.status_of', piece)).selectOption('polishing')
    expect((await saved).ok()).toBe(true)
    // What the student says is reached counts once the teacher says so too.
    const said = { title: 'Tocar en la reunión' }
    await expect(page.getByText(p('vouched.waiting'))).toBeVisible()
    await teacher.getByRole('button', { name: q('vouched.confirm_of', said) }).focus()
    await teacher.keyboard.press('Enter')
    await expect(teacher.getByText(en.like('functionality:progress.vouched.by'))).toBeVisible()
    await sound(teacher)
    await page.reload()
    await expect(page.getByLabel(p('pieces.status_of', piece))).toHaveValue('polishing')
    await expect(page.getByText(es.like('functionality:progress.vouched.by'))).toBeVisible()
    // There was no lesson yet: what is needed is said, and nothing to press.
    const certificates = page.getByRole('region', { name: es.t('functionality:certificates.title') })
    await expect(certificates).toContainText(es.t('functionality:certificates.needs_lesson'))
    await expect(certificates.getByRole('button')).toHaveCount(0)
    expect(others).toEqual([])
    await teacher.context().close()
  })
  // A browser complains of what it can't reach while there is no connection.
  expect(errors.filter((one) => !/network error response|Failed to fetch/.test(one))).toEqual([])
  await context.close()
})

/** A Monday, on which a month of practice begins; the lesson is two weeks later at the latest. */
const BEGINS = new Date('2027-02-15T15:00:00.000Z')
/** On a morning on which a letter about it is due, and once the lesson was had. */
const NEXT_MONTH = new Date('2027-03-02T18:00:00.000Z')

ownTest('a student reads of their month, and gets a certificate', async ({ browser, request }, info) => {
  ownTest.setTimeout(240_000)
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  const m = (key: string, values = {}) => es.t(`functionality:months.${key}`, values)
  const c = (key: string, values = {}) => es.t(`functionality:certificates.${key}`, values)
  const setClock = async (now: Date) => {
    const answer = await request.post('/api/dev/clock/', { data: { now: now.toISOString() } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await setClock(BEGINS)
  const { gives, learns, learning } = await taught(request)
  const teaching = callsOf(request, gives.token)
  const id = (await teaching(readTeacherDesk)).students[0]?.id ?? 0
  for (const day of ['2027-02-14', '2027-02-15'])
    await learning(notePractice, { body: { key: randomUUID(), day, minutes: 45, what: '' } })
  const params = { id }
  await teaching(addObjective, {
    params,
    body: { title: 'Tocar en la reunión', until: null, reached: true },
  })
  const piece = { composer: 'Paco Pérez', tempo_now: null, tempo_target: null } as const
  await teaching(addPiece, { params, body: { ...piece, piece: 'Luna de Xelajú', status: 'ready' } })
  const waltz = {
    piece: 'Tristezas quetzaltecas',
    status: 'learning',
    composer: '',
    tempo_target: 112,
  } as const
  const { id: waltz_id } = await learning(addPiece, { params, body: { ...waltz, tempo_now: 72 } })
  await setClock(NEXT_MONTH)
  await learning(savePiece, { params: { id: waltz_id }, body: { ...waltz, tempo_now: 96 } })

  const context = await browserOf(browser, learns.token, { language: 'es', width: 390, now: NEXT_MONTH })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const month = 'febrero de 2027'

  await ownTest.step('the letter says what was done, and leads to the page that says the same', async () => {
    // People of these journeys read Spanish letters.
    const mail = await mailTo(request, learns.email, /Tu mes de música: febrero de 2027/)
    expect(mail.text).toContain('Practicaste 90 min en 2 días.')
    expect(mail.text).toContain('Lograste “Tocar en la reunión”.')
    await page.goto(linkIn(mail, '/student/progress'))
    await appIsThere(page)
    const card = page.getByRole('region', { name: m('title', { month }) })
    await expect(card).toContainText(es.t('functionality:progress.minutes', { count: 90 }))
    await expect(card).toContainText('Tocar en la reunión')
    // Both charts have their figures beside them.
    const p = (key: string, values = {}) => es.t(`functionality:progress.${key}`, values)
    await page.getByText(p('weeks.table'), { exact: true }).click()
    const weeks = page.getByRole('table', { name: p('weeks.caption') })
    for (const week of ['8 feb 2027', '15 feb 2027'])
      await expect(weeks.getByRole('row', { name: week }).getByRole('cell')).toHaveText(['45', '1'])
    await expect(weeks.getByRole('row').last()).toHaveText(`${p('weeks.sum')}902`)
    await page.getByRole('button', { name: p('pieces.tempos_of', { piece: waltz.piece }) }).click()
    const tempos = page.getByRole('table', { name: p('pieces.tempos_of', { piece: waltz.piece }) })
    await expect(tempos.getByRole('row')).toHaveText([
      /./,
      `15 feb 2027${p('pieces.tempo_only', { count: 72 })}`,
      `2 mar 2027${p('pieces.tempo_only', { count: 96 })}`,
    ])
    await soundBothWays(page)
    await card.getByRole('link', { name: m('choose') }).click()
    // Where each kind has its switch.
    await expect(page.locator('#notices')).toBeInViewport()
  })

  await ownTest.step('a certificate is asked for by keyboard, fetched, and checked by anybody', async () => {
    await travel(page, '/student/progress')
    const card = page.getByRole('region', { name: c('title') })
    const ask = card.getByRole('button', { name: c('ask_of', { teacher: 'Rosa Ixchel' }) })
    await expect(ask).toBeVisible()
    await ask.focus()
    await page.keyboard.press('Enter')
    await expect(card.getByText(c('has', { teacher: 'Rosa Ixchel' }))).toBeVisible()
    const download = card.getByRole('button', { name: es.like('functionality:certificates.open_of') })
    await expect(download).toBeVisible({ timeout: 60_000 })
    await soundBothWays(page, 'crosswise')
    const coming = page.waitForEvent('download')
    await download.click()
    const file = await coming
    const number = file.suggestedFilename().replace('.pdf', '')
    expect(number).toMatch(/^C-2027-\d{6}$/)
    const copy = info.outputPath('certificado.pdf')
    await file.saveAs(copy)
    await card.getByRole('link', { name: c('verify_of', { number }) }).click()
    const v = (key: string) => es.t(`business:copies.${key}`)
    await expect(page.getByRole('textbox', { name: v('number'), exact: true })).toHaveValue(number)
    await page.getByLabel(v('file')).setInputFiles(copy)
    await expect(page.getByRole('textbox', { name: v('sha256') })).toHaveValue(/^[0-9a-f]{64}$/)
    await page.getByRole('button', { name: v('send') }).click()
    await expect(page.getByText(v('certificates.genuine.text'))).toBeVisible()
    await soundBothWays(page)
  })

  await ownTest.step('their teacher has it too', async () => {
    const other = await browserOf(browser, gives.token, {
      language: 'en',
      theme: 'dark',
      width: 1280,
      now: NEXT_MONTH,
    })
    const teacher = await other.newPage()
    const others = watchForErrors(teacher)
    await teacher.goto(`/music/students/${id}`)
    await appIsThere(teacher)
    await expect(
      teacher.getByRole('button', { name: en.like('functionality:certificates.open_of') }),
    ).toBeVisible()
    await soundBothWays(teacher, 'crosswise')
    expect(others).toEqual([])
    await other.close()
  })
  expect(errors).toEqual([])
  await context.close()
})
