import { expect, test } from 'vitest'
import { drawn, inSpanish, textOf } from '../drawn.fixture.tsx'
import { SharedNote } from './SharedNote.tsx'
import { TextBox } from './TextBox.tsx'

inSpanish()

const TOLD = 'Parece un dato de contacto'

test('whoever writes a contact detail that others don’t read is told so at the field', async () => {
  const box = async (value: string, shared: boolean) =>
    textOf(
      await drawn(
        <TextBox label="Nota" value={value} onChange={() => {}} rows={2} maxLength={300} shared={shared} />,
      ),
    )
  expect(await box('Llámame al 5555-1234', true)).toContain(TOLD)
  expect(await box('Llámame al 5555-1234', false)).not.toContain(TOLD)
  expect(await box('Quiero tocar boleros', true)).not.toContain(TOLD)
})

test('of what is read in parts each is looked at by itself', async () => {
  const told = async (...parts: string[]) => textOf(await drawn(<SharedNote text={parts} />)).includes(TOLD)
  expect(await told('Luna de Xelajú', 'Reservas al 5555-1234')).toBe(true)
  expect(await told('Luna de Xelajú', '5555', '1234', '24K Magic')).toBe(false)
  expect(await told()).toBe(false)
})
