import { expect, type Page, test } from '@playwright/test'
import { tone, wavOf } from '#features/files/sounds.fixture.ts'
import { taught } from './lesson.ts'
import { appIsThere, browserOf, watchForErrors } from './people.ts'
import { sound, soundBothWays } from './sound.ts'
import { wordsOf } from './words.ts'

/*
 * What a teacher gives to do at their desk, what a student turns in on a phone, and what the teacher says of a place in
 * the recording, which the student hears there.
 */

const TITLE = 'Luna de Xelajú, compases 1 a 16'
const TAKE = 'toma 1.wav'
const SCORE = { name: 'partitura.pdf', mimeType: 'application/pdf' }

test('a teacher gives something to do, and says where the recording can be better', async ({
  browser,
  request,
}) => {
  const [es, en] = [wordsOf('es'), wordsOf('en')]
  /** The student's words. */
  const p = (key: string, values = {}) => es.t(`functionality:assignments.${key}`, values)
  /** The teacher's. */
  const q = (key: string, values = {}) => en.t(`functionality:assignments.${key}`, values)
  const { gives, learns } = await taught(request)

  const open = async (token: string, look: Parameters<typeof browserOf>[2]) => {
    const context = await browserOf(browser, token, look)
    const page = await context.newPage()
    return { context, page, errors: watchForErrors(page) }
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const title = (page: Page) => page.getByRole('heading', { level: 1 })
  const desk = await open(gives.token, { language: 'en', theme: 'dark', width: 1280 })
  const phone = await open(learns.token, { language: 'es', width: 390 })
  const [teacher, student] = [desk.page, phone.page]

  await test.step('the teacher gives it; without a title it isn’t, and what was typed stays', async () => {
    await teacher.goto('/calendar?view=lessons')
    await appIsThere(teacher)
    await teacher
      .getByRole('link', {
        name: en.t('functionality:lessons.teaching.progress_of', { name: 'Diego Paniagua' }),
      })
      .click()
    await expect(teacher.getByText(q('list.empty_teacher'))).toBeVisible()
    await press(teacher, q('draft.give'))
    const form = teacher.getByRole('dialog')
    await form.getByLabel(q('draft.text')).fill('Lento, con metrónomo a 60.')
    await form.getByLabel(q('draft.due')).fill('2031-03-14')
    const submit = form.getByRole('button', { name: q('draft.give') })
    await submit.click()
    await expect(form.getByLabel(q('draft.title'))).toBeFocused()
    await soundBothWays(teacher)
    await form.getByLabel(q('draft.title')).fill(TITLE)
    await expect(form.getByLabel(q('draft.text'))).toHaveValue('Lento, con metrónomo a 60.')
    await submit.click()
    await expect(title(teacher)).toHaveText(TITLE)
    await expect(teacher.getByText(q('due.by', { date: 'March 14, 2031' }))).toBeVisible()
    const pdf = { ...SCORE, buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`) }
    await teacher.locator('[data-attach-input]').setInputFiles(pdf)
    await expect(teacher.getByRole('heading', { name: SCORE.name })).toBeVisible()
    await soundBothWays(teacher, 'crosswise')
  })

  await test.step('the student finds it, uploads a take at the second try and turns it in', async () => {
    const own = student.getByRole('region', { name: p('title'), exact: true })
    await student.goto('/student')
    await appIsThere(student)
    await expect(own.getByRole('link', { name: TITLE })).toBeVisible()
    await sound(student)
    await own.getByRole('link', { name: p('desk.all') }).click()
    await own.getByRole('link', { name: TITLE }).click()
    await expect(title(student)).toHaveText(TITLE)
    await expect(student.getByRole('heading', { name: SCORE.name })).toBeVisible()
    await press(student, p('steps.turn_in'))
    await expect(student.getByText(es.t('common:errors.lessons.assignment_empty'))).toBeVisible()
    await student.route('**/files/', (route) => route.abort(), { times: 1 })
    const take = { name: TAKE, mimeType: 'audio/wav', buffer: wavOf(tone(20)) }
    await student.locator('[data-attach-input]').setInputFiles(take)
    await press(student, es.t('common:boundary.retry'))
    await expect(student.getByRole('button', { name: p('recording.play', { name: TAKE }) })).toBeVisible()
    await press(student, p('steps.turn_in'))
    await expect(student.getByText(p('next.student.turned_in'))).toBeVisible()
    // What was turned in is what the teacher hears.
    await expect(student.getByRole('button', { name: p('files.remove') })).toHaveCount(0)
    await expect(student.locator('[data-attach-input]')).toHaveCount(0)
    await soundBothWays(student, 'crosswise')
  })

  await test.step('the teacher hears it, remarks on a place in it, and asks for another take', async () => {
    await teacher.reload()
    await appIsThere(teacher)
    await press(teacher, q('recording.play', { name: TAKE }))
    const place = teacher.getByRole('slider')
    await press(teacher, q('recording.pause', { name: TAKE }))
    await place.press('Home')
    await place.press('ArrowRight')
    await place.press('ArrowRight')
    await press(teacher, q('recording.remark', { at: '0:10' }))
    const words = teacher.getByRole('textbox', { name: q('remarks.write') })
    await expect(words).toBeFocused()
    // A mark can be dropped, and set again.
    await press(teacher, q('remarks.drop'))
    await expect(words).toBeFocused()
    await press(teacher, q('recording.remark', { at: '0:10' }))
    await press(teacher, q('remarks.send'))
    await expect(words).toHaveAttribute('aria-invalid', 'true')
    await words.fill('Aquí te adelantas')
    await soundBothWays(teacher)
    await press(teacher, q('remarks.send'))
    await expect(teacher.getByRole('list', { name: q('remarks.title') })).toContainText('Aquí te adelantas')
    await expect(words).toHaveValue('')
    await press(teacher, q('steps.return'))
    await expect(teacher.getByText(q('next.teacher.returned'))).toBeVisible()
    await sound(teacher)
  })

  await test.step('the student reads it without a reload, and hears that place', async () => {
    await expect(student.getByText(p('next.student.returned'))).toBeVisible()
    const said = student.getByRole('list', { name: p('remarks.title') }).getByRole('listitem')
    await expect(said).toContainText('Aquí te adelantas')
    await said.getByRole('button', { name: p('remarks.hear', { at: '0:10', name: TAKE }) }).click()
    const audio = student.locator('audio')
    await expect.poll(() => audio.evaluate((one: HTMLAudioElement) => one.currentTime)).toBeGreaterThan(10)
    await press(student, p('recording.pause', { name: TAKE }))
    await expect(student.locator('[data-wave=sound]')).toBeVisible()
    await soundBothWays(student)
  })

  await test.step('one that isn’t there, or is somebody else’s, says so', async () => {
    await student.goto('/assignments/999999')
    await expect(student.getByText(p('none'), { exact: true })).toBeVisible()
    await expect(title(student)).toHaveText(p('one'))
  })
  expect([...desk.errors, ...phone.errors]).toEqual([])
  await desk.context.close()
  await phone.context.close()
})
