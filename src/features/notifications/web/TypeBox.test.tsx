import { expect, test } from 'vitest'
import { drawn, inSpanish } from '#core/web/drawn.fixture.tsx'
import { TypeBox } from './TypeBox.tsx'

inSpanish()

test('on a phone the kinds are one list: those that hold something first, the others under their own name', async () => {
  const markup = await drawn(
    <TypeBox
      tabs={[
        { id: 'all', label: 'Todas (3)', isEmpty: false },
        { id: 'MESSAGE_RECEIVED', label: 'Mensajes (3)', isEmpty: false },
        { id: 'PAYMENT_DUE', label: 'Pagos por hacer', isEmpty: true },
      ]}
      value="all"
      onChange={() => {}}
    />,
  )
  expect(markup).toMatch(/<label [^>]*class="sr-only"[^>]*>Tipos de notificación/)
  const [held = '', empty = ''] = markup.split('<optgroup')
  expect(held).toMatch(/selected="">Todas \(3\).*Mensajes \(3\)/)
  expect(held).not.toContain('Pagos por hacer')
  expect(empty).toMatch(/label="Todavía sin notificaciones".*Pagos por hacer/)
})
