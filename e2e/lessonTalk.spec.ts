import { expect, type Page, test } from '@playwright/test'
import { openThread, sendMessage } from '#features/threads/contract.ts'
import { taught } from './lesson.ts'
import { callsOf } from './order.ts'
import { appIsThere, browserOf, watchForErrors } from './people.ts'
import { soundBothWays } from './sound.ts'
import { travel } from './travel.ts'
import { wordsOf } from './words.ts'

/* Who learns and who teaches talk about a lesson: on its page, in the inbox and on the student's desk. */

test('a student and a teacher talk about a lesson', async ({ browser, request }) => {
  const w = wordsOf('es')
  const m = (key: string, values = {}) => w.t(`functionality:threads.${key}`, values)
  const { gives, learns, lesson } = await taught(request)
  const context = await browserOf(browser, learns.token, { language: 'es', width: 390 })
  const page = await context.newPage()
  const errors = watchForErrors(page)
  const teaching = callsOf(request, gives.token)
  const inbox = page.locator('header [data-inbox]')
  const lines = (of: Page) => of.getByRole('list', { name: m('messages') }).getByRole('listitem')

  await test.step('nothing was said yet: the inbox says where it begins', async () => {
    await page.goto('/student')
    await appIsThere(page)
    await expect(page.getByText(w.t('functionality:talk.none'))).toBeVisible()
    await inbox.click()
    await expect(page.getByText(m('empty_student'))).toBeVisible()
    await soundBothWays(page)
  })

  await test.step('the student writes beside the lesson', async () => {
    await travel(page, `/calendar?lesson=${lesson.id}`)
    await page.getByRole('button', { name: w.t('functionality:talk.of_lesson') }).click()
    await page.getByRole('textbox', { name: m('write') }).fill('¿Llevo la guitarra?')
    await page.getByRole('button', { name: m('send'), exact: true }).click()
    await expect(lines(page)).toHaveCount(1)
    await soundBothWays(page, 'crosswise')
  })

  await test.step('what the teacher answers is there at once, in the inbox and on the desk', async () => {
    const { id } = await teaching(openThread, { body: { lesson_id: lesson.id } })
    const say = (client_id: string, text: string) =>
      teaching(sendMessage, { params: { id }, body: { client_id, text, file_ids: [] } })
    await say('answer-000001', 'Sí, y un lápiz')
    await expect(lines(page).filter({ hasText: 'Sí, y un lápiz' })).toHaveCount(1)
    await travel(page, '/student')
    await say('answer-000002', 'Mejor dos')
    await expect(inbox).toHaveText('1')
    const row = page.getByRole('link', { name: /Mejor dos/ })
    await expect(row).toContainText('Rosa Ixchel')
    await soundBothWays(page)
    await row.click()
    await expect(lines(page).filter({ hasText: 'Mejor dos' })).toHaveCount(1)
    await page.getByRole('link', { name: m('see_lesson') }).click()
    await expect(page).toHaveURL(new RegExp(`/calendar\\?lesson=${lesson.id}$`))
  })
  expect(errors).toEqual([])
  await context.close()
})
