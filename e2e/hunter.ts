import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { briefControl } from './fields.ts'
import { newPerson } from './people.ts'
import type { Words } from './words.ts'

/* The talent hunter's part of the main job, step by step, as the journeys use it. */

/** Somebody new, with a verified e-mail. */
export const newHunter = async (request: APIRequestContext, email: string, name: string): Promise<string> =>
  (await newPerson(request, 'TALENT_HUNTER', { email, name })).token

/** A day so many days from now, in the zone of the place. */
export const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guatemala' }).format(Date.now() + days * 86_400_000)

const next = (page: Page, { t }: Words, section: string) =>
  page
    .getByRole('button', {
      name: t('business:order.brief.next', { section: t(`business:order.brief.sections.${section}.name`) }),
    })
    .click()

const heading = (page: Page, { t }: Words, section: string) =>
  expect(
    page.getByRole('heading', { name: t(`business:order.brief.sections.${section}.title`) }),
  ).toBeVisible()

/** Everything that was typed has reached the server. */
export const saved = (page: Page) => expect(page.locator('[data-save-state=saved]')).toBeVisible()

/** A card or chip is chosen by its words; its input stands hidden inside it. */
const pick = (page: Page, text: string) => page.locator('label', { hasText: text }).first().click()

export interface BriefFacts {
  title: string
  day: string
  city: string
  starts: string
  ends: string
  guests: string
  /** Of terms.genres. */
  genres: readonly string[]
  /** Major units. */
  budget: string
  /** A town that isn't on the list, by its point. */
  elsewhere?: { lat: number; lng: number }
}

/** Sections 1 and 2: the first field begins the order. */
export async function beginBrief(page: Page, words: Words, facts: BriefFacts): Promise<number> {
  const { t } = words
  const field = (path: string) => t(`business:order.brief.fields.${path}`)
  await page.goto('/order?new=1')
  await page.getByRole('button', { name: t('business:order.brief.start.more') }).click()
  await heading(page, words, 'objective')
  await pick(page, t('business:order.brief.objectives.dance_floor.name'))
  await page.waitForURL(/\/order\?id=\d+/)
  await saved(page)
  await next(page, words, 'event')
  await heading(page, words, 'event')
  await briefControl(page, 'event.type').selectOption({ label: t('business:terms.event_types.wedding') })
  await page.getByRole('textbox', { name: field('event.title') }).fill(facts.title)
  await briefControl(page, 'event.day').fill(facts.day)
  await briefControl(page, 'event.starts').fill(facts.starts)
  await briefControl(page, 'event.ends').fill(facts.ends)
  if (facts.elsewhere) {
    await page.getByRole('button', { name: t('business:order.brief.city_elsewhere') }).click()
    await page.getByRole('textbox', { name: field('event.city') }).fill(facts.city)
    await page.getByRole('textbox', { name: field('event.lat') }).fill(String(facts.elsewhere.lat))
    await page.getByRole('textbox', { name: field('event.lng') }).fill(String(facts.elsewhere.lng))
    await page.keyboard.press('Tab')
  } else {
    await briefControl(page, 'event.city').selectOption({ label: facts.city })
  }
  await pick(page, t('business:order.brief.settings.outdoor'))
  await page.getByRole('textbox', { name: field('event.guests') }).fill(facts.guests)
  await page.keyboard.press('Tab')
  await saved(page)
  return Number(new URL(page.url()).searchParams.get('id'))
}

/** A brief of five answers on its first screen, handed in. @returns the score */
export async function answerEssentials(page: Page, words: Words, facts: Essentials): Promise<number> {
  await fillEssentials(page, words, facts)
  await page.getByRole('button', { name: words.t('business:order.brief.start.submit') }).click()
  return scoreOn(page, words)
}

type Essentials = Pick<BriefFacts, 'day' | 'starts' | 'ends' | 'city' | 'guests' | 'budget'>

/** The answers that a plan needs, without asking for one. */
export async function fillEssentials(page: Page, words: Words, facts: Essentials): Promise<void> {
  const { t } = words
  const field = (path: string) => t(`business:order.brief.fields.${path}`)
  await briefControl(page, 'event.type').selectOption({ label: t('business:terms.event_types.birthday') })
  await page.getByRole('textbox', { name: field('event.guests') }).fill(facts.guests)
  await briefControl(page, 'event.day').fill(facts.day)
  await briefControl(page, 'event.starts').fill(facts.starts)
  await briefControl(page, 'event.ends').fill(facts.ends)
  await briefControl(page, 'event.city').selectOption({ label: facts.city })
  await page.getByRole('textbox', { name: t('business:order.brief.start.budget') }).fill(facts.budget)
}

/** Sections 3 to 6, from the one that is open. */
export async function finishBrief(page: Page, words: Words, facts: BriefFacts): Promise<void> {
  const { t } = words
  const field = (path: string) => t(`business:order.brief.fields.${path}`)
  await heading(page, words, 'sound')
  const liked = page.getByRole('group', { name: field('sound.genres_liked') })
  for (const genre of facts.genres)
    await liked.locator('label', { hasText: t(`business:terms.genres.${genre}`) }).click()
  await pick(page, t('business:order.brief.curves.rising.name'))
  await next(page, words, 'technical')
  await pick(page, t('business:order.brief.answers.sound_yes'))
  await pick(page, t('business:order.brief.answers.power_yes'))
  await next(page, words, 'budget')
  await page.getByRole('textbox', { name: field('budget.max') }).fill(facts.budget)
  await page.keyboard.press('Tab')
  await next(page, words, 'constraints')
  await pick(page, field('constraints.consent'))
  await saved(page)
  await page.getByRole('button', { name: t('business:order.brief.to_summary') }).click()
  await heading(page, words, 'summary')
}

/** Hands the brief in and reads the score. */
export async function submitBrief(page: Page, words: Words): Promise<number> {
  await page.getByRole('button', { name: words.t('business:order.brief.submit') }).click()
  return scoreOn(page, words)
}

async function scoreOn(page: Page, { t }: Words): Promise<number> {
  await expect(page.getByRole('heading', { name: t('business:order.page.score_title') })).toBeVisible()
  const said = await page.getByRole('region', { name: t('business:order.page.score_title') }).textContent()
  return Number(/\d+/.exec(said ?? '')?.[0])
}

/** Draws the plan sonoro and shows it. */
export async function drawPlan(page: Page, { t }: Words): Promise<void> {
  await page.getByRole('button', { name: t('business:order.page.draw_plan') }).click()
  // On a phone one variant at a time.
  await expect(
    page.getByRole('heading', { name: t('business:order.plan.variants.recommended.name'), exact: true }),
  ).toBeVisible()
}

/** Approves a variant; the ranked talent appears. */
export async function approveVariant(
  page: Page,
  { t }: Words,
  variant: 'essential' | 'recommended',
): Promise<void> {
  const name = t(`business:order.plan.variants.${variant}.name`)
  await page.getByRole('button', { name: t('business:order.plan.approve_said', { variant: name }) }).click()
  await expect(page.getByRole('navigation', { name: t('business:order.talent.slots_label') })).toBeVisible()
}

/** Sends the requests to whom is chosen, with a message. */
export async function askTalent(page: Page, { t }: Words, message: string): Promise<void> {
  const ask = /^(Preguntar a|Ask) \d+/
  await page.getByRole('button', { name: ask }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('business:order.talent.message') }).fill(message)
  await dialog.getByRole('button', { name: ask }).click()
  await expect(page.getByRole('heading', { name: t('business:order.talent.scouting_title') })).toBeVisible()
}
