import { expect, test } from '@playwright/test'
import { saveLessonSettings } from '#features/lessons/booking/contract.teaching.ts'
import { teachesFree } from './lesson.ts'
import { browserOf, newPerson, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { visit } from './travel.ts'
import { wordsOf } from './words.ts'

/* Where a lesson is held: as the student asks, at the teacher's usual place or at one of its own. */

test('a lesson that is given online or in person is asked for in person, and says where', async ({
  browser,
  request,
}) => {
  const { t } = wordsOf('es')
  const { gives, teaching, service_id } = await teachesFree(request, { modality: 'both' })
  await teaching(saveLessonSettings, { body: { link: '', room: true, place: '4a calle 12-30, zona 1' } })
  const learns = await newPerson(request, 'STUDENT', { name: 'Elena Aprende' })
  const [student, teacher] = await Promise.all(
    [learns, gives].map(async ({ token }, n) =>
      (await browserOf(browser, token, { language: 'es', width: n ? 1280 : 390 })).newPage(),
    ),
  )
  if (!student || !teacher) throw new Error('no pages')
  const errors = [watchForErrors(student), watchForErrors(teacher)]
  await visit(student, `/student/book/${service_id}`, 'es')
  await student.locator('button[aria-pressed]').first().click()
  const ask = student.getByRole('button', { name: t('functionality:lessons.book.ask_trial') })
  await expect(ask).toBeDisabled()
  await expect(student.getByText(t('common:errors.lessons.modality'))).toBeVisible()
  await soundBothWays(student)
  await student.getByRole('radio', { name: t('business:terms.modalities.in_person') }).check()
  await ask.click()
  await student.waitForURL(/\/calendar\?lesson=\d+$/)
  const line = student.getByText(t('business:terms.modalities.in_person'), { exact: false }).first()
  await expect(line).toBeVisible()
  const path = new URL(student.url()).pathname + new URL(student.url()).search
  await visit(teacher, path, 'es')
  await teacher.getByRole('button', { name: t('functionality:lessons.steps.accept'), exact: true }).click()
  await expect(student.getByText('4a calle 12-30, zona 1')).toBeVisible()
  await soundBothWays(student)
  const place = teacher.getByLabel(t('functionality:lessons.sheet.place'))
  await place.fill('Parque central, junto a la fuente')
  await teacher.getByRole('button', { name: t('functionality:lessons.sheet.save') }).click()
  await expect(teacher.getByText(t('functionality:lessons.sheet.saved'))).toBeVisible()
  await soundBothWays(teacher)
  await visit(student, path, 'es')
  await expect(student.getByText('Parque central, junto a la fuente')).toBeVisible()
  await expect(student.getByRole('link', { name: t('functionality:lessons.room_enter') })).toHaveCount(0)
  for (const seen of errors) expect(seen).toEqual([])
  for (const page of [student, teacher]) await page.context().close()
})
