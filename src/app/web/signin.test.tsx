import { expect, test } from 'vitest'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { readTexts } from '#core/server/texts.ts'
import { renderSignIn } from './signin.server.tsx'

const resources = readTexts(TEXT_FOLDERS)

test.each([
  ['es', 'Entra a Tarima', 'Este campo es requerido'],
  ['en', 'Sign in to Tarima', 'This field is required'],
] as const)('the sign-in is drawn in %s, with every text in place', async (language, title, required) => {
  const { head, body } = await renderSignIn(language, resources)
  expect(head).toMatch(/^<title data-drawn>.+ · Tarima<\/title>$/)
  expect(body).toContain(title)
  expect(body).toContain(required)
  expect(
    body.match(/>(signin|fields|stage|password)\.[a-z_.]+</),
    'a key stands where its text should',
  ).toBeNull()
  // What signin.ts moves.
  for (const hook of [
    'data-signin',
    'data-texts=',
    'data-problem',
    'data-error="username"',
    'data-error="password"',
    'data-show',
    'data-identity',
    'name="username"',
    'name="password"',
    'name="remember"',
    'type="submit"',
    'data-language="en"',
    'data-theme-toggle',
  ])
    expect(body.includes(hook), hook).toBe(true)
})

test('the password never goes into the address, even when the script has not come yet', async () => {
  const { body } = await renderSignIn('es', resources)
  expect(body.match(/<form[^>]*>/)?.[0]).toContain('method="post"')
})
