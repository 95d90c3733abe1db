import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import en from '../texts/en/common.json' with { type: 'json' }
import es from '../texts/es/common.json' with { type: 'json' }
import { useFormat } from './format.ts'
import { OwnTexts } from './texts.ts'

const Name = ({ name }: { name: string | null }) => useFormat().nameOf(name)

function drawn(language: 'es' | 'en', name: string | null): string {
  const i18n = createInstance()
  i18n.init({
    lng: language,
    defaultNS: 'common',
    resources: { es: { common: es }, en: { common: en } },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return renderToStaticMarkup(
    <OwnTexts value={i18n}>
      <Name name={name} />
    </OwnTexts>,
  )
}

test('a deleted account has a name in the language of whoever reads', () => {
  expect(drawn('es', null)).toBe('Cuenta eliminada')
  expect(drawn('en', null)).toBe('Deleted account')
  expect(drawn('en', 'Rosa Ixchel')).toBe('Rosa Ixchel')
})
