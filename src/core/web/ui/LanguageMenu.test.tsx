import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OwnTexts } from '../texts.ts'
import { LanguageMenu } from './LanguageMenu.tsx'

const i18n = createInstance()
i18n.init({
  lng: 'es',
  ns: ['common'],
  defaultNS: 'common',
  resources: { es: { common: { shell: { language: 'Idioma' } } } },
})

test.each(['inline', 'icon', 'name', 'flag'] as const)(
  'languages are chosen by their names (%s)',
  (variant) => {
    const html = renderToStaticMarkup(
      <OwnTexts value={i18n}>
        <LanguageMenu variant={variant} />
      </OwnTexts>,
    )
    for (const [code, name] of [
      ['es', 'Español'],
      ['en', 'English'],
    ])
      expect(html).toMatch(new RegExp(`data-language="${code}"[^]*?${name}`))
    // The button that opens the list says more than a flag too.
    if (variant !== 'inline') expect(html).toContain('aria-label="ES, Idioma: Español"')
  },
)
