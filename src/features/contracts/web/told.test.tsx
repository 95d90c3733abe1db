import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { type People, PeopleFields } from './PeopleFields.tsx'

inSpanish()

const NOTE = 'la otra parte verá •••'
const NOBODY: People = { signer: { name: '', role: '' }, payer: { name: '', tax_id: '' } }

function Fields(people: People) {
  return <PeopleFields control={useForm<People>({ defaultValues: people }).control} />
}
/** How often the writer is told. */
const told = async (people: Partial<People>) => {
  // The fields would otherwise listen to a window.
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('document', undefined)
  return textOf(await drawn(<Fields {...NOBODY} {...people} />)).split(NOTE).length - 1
}

test('whoever names who signs or pays is told that contact details are hidden from the other side', async () => {
  expect(await told({ signer: { name: 'Ana Paz, 5555 1234', role: '' } })).toBe(1)
  expect(await told({ signer: { name: 'Ana Paz', role: 'Gerente, ana@paz.gt' } })).toBe(1)
  expect(await told({ payer: { name: 'wa.me/50255551234', tax_id: '' } })).toBe(1)
  const plain = {
    signer: { name: 'Ana Paz', role: 'Gerente' },
    payer: { name: 'Paz S. A.', tax_id: '55551234' },
  }
  expect(await told(plain), 'a tax number is no contact detail').toBe(0)
})
