import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import en from '../texts/en/common.json' with { type: 'json' }
import es from '../texts/es/common.json' with { type: 'json' }
import { useFormat } from './format.ts'

const Name = ({ name }: { name: string | null }) => useFormat().nameOf(name)

function drawn(language: 'es' | 'en', name: string | null): string {
  const i18n = createInstance()
  i18n.use(initReactI18next).init({
    lng: language,
    defaultNS: 'common',
    resources: { es: { common: es }, en: { common: en } },
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Name name={name} />
    </I18nextProvider>,
  )
}

test('a deleted account has a name in the language of whoever reads', () => {
  expect(drawn('es', null)).toBe('Cuenta eliminada')
  expect(drawn('en', null)).toBe('Deleted account')
  expect(drawn('en', 'Rosa Ixchel')).toBe('Rosa Ixchel')
})
