import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from './words.ts'

type Place = Page | Locator

/** Types a day (YYYY-MM-DD) into a date field part by part, in the order the language writes it. */
export async function typeDay(place: Place, label: string, day: string, language: Language) {
  const [year = '', month = '', date = ''] = day.split('-')
  await typeParts(
    place.getByRole('group', { name: label }).first(),
    language === 'en' ? [month, date, year] : [date, month, year],
  )
}

/** Types a wall time (HH:MM): fields count to 24, as pages do. */
export async function typeTime(place: Place, label: string, time: string) {
  const group = place.getByRole('group', { name: label }).first()
  await expect(group.getByRole('spinbutton')).toHaveCount(2)
  await typeParts(group, time.split(':'))
}

async function typeParts(group: Locator, parts: string[]) {
  const boxes = group.getByRole('spinbutton')
  for (const [at, part] of parts.entries()) {
    await boxes.nth(at).focus()
    await boxes.nth(at).pressSequentially(part)
  }
}

/** The browser's own control of a field of the brief, e.g. `event.day`: a day and a time are filled in as they are stored. */
export const briefControl = (page: Page, path: string) =>
  page.locator(`[data-field="${path}"]`).locator('input, select')

/** Chooses one option of a select by what it says. */
export async function choose(place: Place, page: Page, label: string, option: string) {
  await place.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Finds one option of a combo box by typing and takes it, all by keyboard as a person would. */
export async function find(place: Place, page: Page, label: string, text: string) {
  const box = place.getByRole('combobox', { name: label })
  await box.click()
  await box.pressSequentially(text)
  await expect(page.getByRole('option', { name: text }).first()).toBeVisible()
  await box.press('ArrowDown')
  await box.press('Enter')
}
