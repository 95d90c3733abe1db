import { expect, test, vi } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { AddressNote } from './AddressNote.tsx'

inSpanish()

/** What is read of the note while an order is at that stage. */
const shown = async (stage: Order['stage'], statuses: string[], address = '') => {
  // The field would otherwise listen to a window.
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('document', undefined)
  const requests = statuses.map((status) => ({ status })) as Order['requests']
  return textOf(await drawn(<AddressNote order={{ id: 1, stage, requests }} address={address} />))
}

test('says where the street will stand: what somebody has signed stays as it was signed', async () => {
  expect(await shown('scouting', ['asked'])).toContain('Va en los acuerdos y en la hoja del día.')
  expect(await shown('contracting', ['accepted'])).toContain(
    'Va en los acuerdos que nadie ha firmado, donde se ve cuando firman las dos partes',
  )
  const firm = await shown('tracking', ['accepted'])
  expect(firm).toContain('Va en la hoja del día.')
  expect(firm).not.toContain('en los acuerdos')
})

test('is called what it does: asks for the street, or puts it right', async () => {
  expect(await shown('tracking', [])).toContain('Falta la dirección exacta')
  const said = await shown('tracking', [], '5a avenida norte 12')
  expect(said).toContain('Corregir la dirección')
  expect(said).not.toContain('Falta')
})
