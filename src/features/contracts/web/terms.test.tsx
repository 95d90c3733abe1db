import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { AGREEMENT } from './agreement.fixture.ts'
import { TermsText } from './TermsText.tsx'

inSpanish()

const shown = async (has_street: boolean) =>
  textOf(await drawn(<TermsText agreement={{ ...AGREEMENT, state: 'sent', has_street }} as="h3" />))

test('the street is promised to whoever signs only where the agreement says it', async () => {
  expect(await shown(true)).toContain('la dirección exacta se muestran cuando las dos partes hayan firmado')
  const without = await shown(false)
  expect(without).toContain(
    'El nombre completo de la otra parte se muestra cuando las dos partes hayan firmado',
  )
  expect(without).not.toContain('dirección')
})
