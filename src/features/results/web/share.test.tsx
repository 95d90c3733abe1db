import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { drawPage, speaking } from '#app/web/drawing.tsx'
import type { Language } from '#core/contract/language.ts'
import { readTexts } from '#core/server/texts.ts'
import { keyOf } from '#core/web/ask.ts'
import { type ResultsLink, readResultsLink } from '../contract.share.ts'
import { type Results, readResults } from '../contract.ts'
import { ShareCard } from './ShareCard.tsx'

const resources = readTexts(TEXT_FOLDERS)

/** Who has played. */
const results = (names: readonly string[]) =>
  ({
    punctuality: names.map((project_name, at) => ({ project_id: at + 1, project_name, arrival: null })),
  }) as unknown as Results

async function shown(link: ResultsLink | null, names = ['Rosa', 'Luis', 'Eva'], language: Language = 'es') {
  const client = new QueryClient()
  const input = { params: { id: 12 } }
  client.setQueryData(keyOf(readResultsLink, input), { link })
  client.setQueryData(keyOf(readResults, input), results(names))
  const { body } = drawPage(<ShareCard order_id={12} />, {
    texts: await speaking(language, resources),
    address: '/results/12',
    origin: 'https://tarima.test',
    client,
  })
  return body
}
const words = (markup: string) => markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('the link on the page of results', () => {
  test('can be made where there is none, and says what is read by it', async () => {
    const said = words(await shown(null))
    expect(said).toContain('Crear enlace')
    expect(said).toContain('Nunca ve tu comentario')
    for (const later of ['Activo desde', 'Dejar de compartir', 'Crear otro enlace'])
      expect(said).not.toContain(later)
  })

  test('says since when it is active and how much is read, can be replaced and ended, and isn’t shown again', async () => {
    const said = words(await shown({ created_at: '2026-05-03T20:05:00.000Z', with_money: true }))
    expect(said).toMatch(/Activo desde el \d de mayo de 2026 a las \d\d:05\. Incluye los totales de dinero\./)
    for (const one of ['no guardamos el enlace', 'Crear otro enlace', 'Dejar de compartir'])
      expect(said).toContain(one)
    expect(said).not.toContain('Crear enlace')
    const english = words(
      await shown({ created_at: '2026-05-03T20:05:00.000Z', with_money: false }, undefined, 'en'),
    )
    expect(english).toContain('It doesn’t include money.')
    // What the next one is to include is asked when it is made: beside a link it would seem to change that one.
    expect(said).not.toContain('Incluir el dinero')
  })

  test('offers no money where one or two have played, and says what is read of them', async () => {
    const off = /<input[^>]*role="switch"[^>]*disabled=""/
    for (const names of [['Rosa'], ['Rosa', 'Luis']]) {
      const markup = await shown(null, names)
      expect(words(markup)).toContain('Tocaron menos de tres músicos o grupos')
      expect(markup).toMatch(off)
    }
    expect(await shown(null)).not.toMatch(off)
    expect(words(await shown(null, ['Rosa']))).toContain('no decimos quién')
    expect(words(await shown(null, ['Rosa', 'Luis']))).not.toContain('cuántos llegaron a tiempo')
    expect(words(await shown(null))).toContain('cuántos llegaron a tiempo')
  })

  test('says no money of a link that shows none any more', async () => {
    const link = { created_at: '2026-05-03T20:05:00.000Z', with_money: true }
    expect(words(await shown(link, ['Rosa', 'Luis']))).toContain('No incluye dinero.')
  })
})
