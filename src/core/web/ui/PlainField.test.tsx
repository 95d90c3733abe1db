import { createInstance } from 'i18next'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OwnTexts } from '../texts.ts'
import { MomentBox } from './MomentBox.tsx'
import { MoneyBox, NumberBox } from './NumberBox.tsx'
import { SelectBox } from './SelectBox.tsx'

const i18n = createInstance()
i18n.init({ lng: 'es', ns: ['common'], defaultNS: 'common', resources: { es: { common: {} } } })
const draw = (element: ReactElement) => renderToStaticMarkup(<OwnTexts value={i18n}>{element}</OwnTexts>)

test('a control is named by its label, and read with its help and what is wrong with it', () => {
  const html = draw(
    <MomentBox
      type="date"
      label="Fecha"
      isRequired
      description="domingo"
      errorMessage="Ya pasó"
      value="2027-02-07"
    />,
  )
  const id = /<label for="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain(`<input id="${id}" aria-required="true" aria-invalid="true"`)
  expect(html).toContain(`aria-describedby="${id}-help ${id}-wrong"`)
  expect(html).toContain(`<span id="${id}-help" class="text-sm text-ink-2">domingo</span>`)
  expect(html).toMatch(new RegExp(`<span id="${id}-wrong"[^>]*>.*Ya pasó</span>`))
  expect(html).toContain('type="date"')
  expect(html).toContain('value="2027-02-07"')
})

test('without help and problem nothing is named that isn’t there', () => {
  const html = draw(<MomentBox type="time" label="Empieza" value={null} />)
  expect(html).toContain('aria-invalid="false"')
  expect(html).not.toContain('aria-describedby')
  expect(html).toContain('value=""')
})

test('a list of groups shows what is chosen, and what to do while nothing is', () => {
  const options = [{ label: 'Guatemala', options: [{ value: 'a', label: 'Cobán' }] }]
  const chosen = draw(<SelectBox label="Ciudad" value="a" options={options} placeholder="Elige" />)
  expect(chosen).toContain('<optgroup label="Guatemala"')
  expect(chosen).toMatch(/<option value="a"[^>]* selected="">Cobán<\/option>/)
  expect(chosen).not.toContain('Elige')
  expect(draw(<SelectBox label="Ciudad" value={null} options={options} placeholder="Elige" />)).toMatch(
    /<option value="" disabled="" hidden="" selected="">Elige<\/option>/,
  )
})

test('numbers and amounts stand there as the language writes them', () => {
  expect(draw(<NumberBox label="Invitados" value={1200} />)).toContain('value="1,200"')
  expect(draw(<MoneyBox label="Presupuesto" value={300_000} currency="USD" />)).toContain('value="$3,000"')
  expect(draw(<MoneyBox label="Presupuesto" value={null} currency="USD" />)).toContain('value=""')
})
