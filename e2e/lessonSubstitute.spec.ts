import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { offerService, openForBooking } from '#app/server/scenes/cast.ts'
import { saveSheet } from '#features/lessons/booking/contract.teaching.ts'
import {
  bookLesson,
  confirmLessonPayment,
  recordLessonPayment,
  stepLesson,
} from '#features/lessons/booking/contract.ts'
import { listStarts } from '#features/lessons/finding/contract.ts'
import { readProfile } from '#features/projects/contract.ts'
import { GUATEMALA, LESSON } from './lesson.ts'
import { callsOf } from './order.ts'
import { appIsThere, browserOf, newPerson, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { visit } from './travel.ts'
import { wordsOf } from './words.ts'

/*
 * A teacher on a phone can't give a lesson and asks another, who says yes on a desktop; the student on a phone accepts, and
 * each of the three reads whose it is.
 */

/** Somebody who teaches guitar online, open all week. */
async function teacher(request: APIRequestContext, name: string) {
  const person = await newPerson(request, 'MUSICIAN', { name })
  const api = callsOf(request, person.token)
  const { music_project } = await api(readProfile)
  await openForBooking({ api, project_id: music_project[0]?.id ?? 0 }, GUATEMALA, [])
  return { ...person, name, api, service_id: await offerService({ api }, LESSON) }
}

/** Letters of this run alone, so that a name is found among those of others. */
const ofThisRun = () => [...String(Date.now())].map((digit) => 'abcdefghij'[Number(digit)]).join('')

test('another teacher gives a lesson in place of one who can’t', async ({ browser, request }) => {
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  const key = (name: string) => `functionality:instead.${name}`
  const gives = await teacher(request, 'Rosa Ixchel')
  const other = await teacher(request, `Nora ${ofThisRun()}`)
  const learns = await newPerson(request, 'STUDENT', { name: 'Diego Paniagua' })
  const learning = callsOf(request, learns.token)
  const { starts } = await learning(listStarts, { params: { id: gives.service_id }, query: { days: '14' } })
  const starts_at = starts.at(-1)?.starts_at ?? ''
  const { id } = await learning(bookLesson, {
    body: { service_id: gives.service_id, kind: 'single', starts_at, note: '' },
  })
  await gives.api(stepLesson, { params: { id }, body: { step: 'accept' } })
  await learning(recordLessonPayment, { params: { of: 'lesson', id }, body: { method: 'cash' } })
  await gives.api(confirmLessonPayment, { params: { of: 'lesson', id } })
  const notes = { link: '', notes_shared: 'Traer la púa gruesa', notes_private: 'Le cuesta contar' }
  await gives.api(saveSheet, { params: { id }, body: notes })
  const names = { teacher: 'Rosa Ixchel', substitute: other.name, student: 'Diego Paniagua' }

  const open = async (token: string, look: Parameters<typeof browserOf>[2]) => {
    const page = await (await browserOf(browser, token, look)).newPage()
    return { page, errors: watchForErrors(page) }
  }
  const hers = await open(gives.token, { language: 'es', width: 390 })
  const theirs = await open(other.token, { language: 'en', width: 1280 })
  const his = await open(learns.token, { language: 'es', width: 390 })
  const says = (page: Page, { t }: typeof es, what: string) =>
    page.getByText(t(key(`says.${what}`), { ...names, count: 1 }))
  const press = (page: Page, { t }: typeof es, step: string, name: string) =>
    page.getByRole('button', { name: t(key('of'), { step: t(key(`steps.${step}`)), name }) }).click()

  await test.step('the teacher searches for somebody and asks them', async () => {
    const { page } = hers
    await visit(page, `/calendar?lesson=${id}`)
    await page.getByRole('button', { name: es.t(key('open')) }).click()
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: es.t(key('dialog.send')), exact: true })
    await expect(send).toBeDisabled()
    await dialog.getByLabel(es.t(key('dialog.search'))).fill(other.name)
    await dialog.getByRole('button', { name: es.t(key('dialog.find')), exact: true }).click()
    await dialog.getByRole('button', { name: new RegExp(other.name) }).click()
    await dialog.getByLabel(es.t(key('dialog.reason'))).fill('Viajo ese día')
    await page.screenshot({ path: test.info().outputPath('dialog-390.png') })
    await soundBothWays(page, 'crosswise')
    await send.click()
    await expect(dialog).toBeHidden()
    await expect(says(page, es, 'teacher_asked')).toBeVisible()
    await soundBothWays(page)
  })

  await test.step('the student knows of nothing yet', async () => {
    await visit(his.page, `/calendar?lesson=${id}`)
    await expect(his.page.getByRole('heading', { level: 1 })).toContainText('Rosa Ixchel')
    await expect(his.page.getByText(es.t(key('title')))).toHaveCount(0)
  })

  await test.step('the other reads what they would earn, and says yes', async () => {
    const { page } = theirs
    await visit(page, '/calendar?view=lessons', 'en')
    await expect(says(page, en, 'substitute_asked')).toBeVisible()
    await expect(page.getByText('Viajo ese día')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('asked-1280.png'), fullPage: true })
    await soundBothWays(page, 'crosswise')
    await press(page, en, 'accept', names.student)
    await expect(says(page, en, 'substitute_offered')).toBeVisible()
  })

  await test.step('the student looks at who it is and accepts', async () => {
    const { page } = his
    await page.reload()
    await appIsThere(page)
    await expect(says(page, es, 'student_offered')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('offered-390.png'), fullPage: true })
    await soundBothWays(page)
    await press(page, es, 'accept', names.substitute)
    await expect(says(page, es, 'student_accepted')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(other.name)
  })

  await test.step('each reads whose it is', async () => {
    await visit(hers.page, '/calendar?view=lessons')
    await expect(says(hers.page, es, 'teacher_accepted')).toBeVisible()
    await visit(theirs.page, `/calendar?lesson=${id}`, 'en')
    await expect(theirs.page.getByRole('heading', { level: 1 })).toContainText('Diego Paniagua')
    await expect(says(theirs.page, en, 'substitute_accepted')).toBeVisible()
    // What the first had noted for both is read under her name, and the sheet is empty.
    const sheet = (w: typeof es, what: string) =>
      w.t(`functionality:lessons.sheet.${what}`, { name: names.teacher })
    for (const [page, w, what] of [
      [theirs.page, en, 'before_you'],
      [his.page, es, 'before'],
    ] as const) {
      await expect(page.getByText(sheet(w, what))).toBeVisible()
      await expect(page.getByText(notes.notes_shared)).toBeVisible()
    }
    for (const field of ['notes_shared', 'notes_private'])
      await expect(theirs.page.getByLabel(sheet(en, field))).toHaveValue('')
    await soundBothWays(theirs.page, 'crosswise')
  })
  expect([hers, theirs, his].flatMap(({ errors }) => errors)).toEqual([])
})
