import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { apiOf, newPerson } from './people.ts'
import type { Language, Words } from './words.ts'

/* People with a band: everybody here is new, so that nothing of it meets another journey. */

export interface Person {
  name: string
  email: string
  token: string
}

let bands = 0
export const tag = `${process.pid}${Date.now().toString(36)}`
export const bandName = (name: string) => `${name} ${tag}${++bands}`

export async function musician(request: APIRequestContext, name: string, language: Language = 'es') {
  const person = await newPerson(request, 'MUSICIAN', { name })
  if (language === 'en') await calls(request, person).patch('/api/auth/profile/', { language })
  return { ...person, name }
}

export const calls = (request: APIRequestContext, { token }: { token: string }) => apiOf(request, token)

/** A band that somebody acts as, with these already in it. */
export async function bandOf(
  request: APIRequestContext,
  owner: Person,
  name: string,
  members: Person[] = [],
) {
  const api = calls(request, owner)
  const { id } = await api.post('/api/projects/', { name, project_type: 'GROUP' })
  await api.post(`/api/projects/${id}/switch/`)
  for (const member of members) {
    const invitation = await api.post(`/api/projects/${id}/invitations/`, { email: member.email })
    await calls(request, member).patch(`/api/invitations/${invitation.id}/accept/`, { action: 'accept' })
  }
  return id as number
}

export const bellOf = (page: Page, { t }: Words, unread: number) =>
  page.getByRole('button', {
    name:
      unread > 0
        ? t('functionality:notifications.open_label_unread', { n: unread })
        : t('functionality:notifications.open_label'),
    exact: true,
  })
export const rowOf = (place: Page | Locator, text: string) =>
  place.getByRole('listitem').filter({ hasText: text })
export const alertWith = (place: Page | Locator, text: string) =>
  place.getByRole('alert').filter({ hasText: text })

/** As which project somebody acts, as the popup of the header says. */
export async function expectActingAs(page: Page, { t }: Words, name: string, label: string) {
  await page.getByRole('button', { name: t('functionality:projects.center.open', { name }) }).click()
  const center = page.getByRole('dialog', { name: t('functionality:projects.center.title') })
  const current = center.getByRole('link', { name })
  await expect(current).toContainText(t(`functionality:projects.labels.${label}`))
  await page.keyboard.press('Escape')
  await expect(center).toBeHidden()
}

export async function act(page: Page, { t }: Words, member: string, action: string) {
  await page.getByRole('button', { name: t('functionality:members.actions', { name: member }) }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
