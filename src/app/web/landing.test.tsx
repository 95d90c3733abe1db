import { expect, test } from 'vitest'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { readTexts } from '#core/server/texts.ts'
import { renderLanding } from './landing.server.tsx'

const resources = readTexts(TEXT_FOLDERS)

test.each([
  ['es', 'Tu evento sube a la', 'Del brief al aplauso'],
  ['en', 'Your event takes the', 'From brief to applause'],
] as const)('the landing is drawn in %s, with every text in place', async (language, title, section) => {
  const { head, body } = await renderLanding(language, resources)
  expect(head.startsWith('<title data-drawn>')).toBe(true)
  expect(body.includes(title)).toBe(true)
  expect(body.includes(section)).toBe(true)
  expect(body.match(/(welcome|terms)\.[a-z_]+[^"]{0,20}/), 'a key stands where its text should').toBeNull()
  expect(body.match(/^<(meta|title)[^>]*/)).toBeNull()
  // What landing.ts fills in.
  for (const hook of [
    'data-featured',
    'data-welcome',
    'data-searching="true" hidden',
    'data-failed',
    'data-tell',
    'data-retry',
    'id="featured-card"',
    'id="featured-none"',
    '%name%',
    '%price%',
    '%to%',
  ])
    expect(body.includes(hook), hook).toBe(true)
})

test('the search stays on the landing, whose address holds it, before any script is there', async () => {
  const { body } = await renderLanding('es', resources)
  expect(body.match(/<search[^>]*><form[^>]*>/)?.[0]).toContain('action="/welcome"')
  for (const name of ['event_type', 'city', 'date']) expect(body.includes(`name="${name}"`), name).toBe(true)
})

test('whoever begins to tell of their event goes on with it once they have an account', async () => {
  const { body } = await renderLanding('es', resources)
  const tell = body.match(/<a [^>]*href="([^"]*)"[^>]*>Contar mi evento/)?.[1] ?? ''
  expect(new URL(tell, 'http://here').searchParams.get('next')).toBe('/order')
})

test('whoever learns or plays begins with an account of their own kind', async () => {
  const { body } = await renderLanding('es', resources)
  const hrefOf = (action: string) => body.match(new RegExp(`<a [^>]*href="([^"]*)"[^>]*>${action}`))?.[1]
  expect(hrefOf('Crear cuenta de estudiante')).toBe('/signup?kind=student')
  expect(hrefOf('Crear perfil de músico')).toBe('/signup-music')
})

test('the language is chosen by its name, and a flag alone stands for none', async () => {
  const { body } = await renderLanding('es', resources)
  const [header = ''] = body.match(/<header[\s\S]*?<\/header>/) ?? []
  const [button = ''] = header.match(/<button[^>]*aria-label="ES, Idioma: Español"[\s\S]*?<\/button>/) ?? []
  expect(button).toContain('<span>Español</span>')
  expect(button).not.toContain('viewBox="0 0 20 14"')
})
