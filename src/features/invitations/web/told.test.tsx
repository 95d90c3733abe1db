import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { drawn, inSpanish, textOf } from '#core/web/drawn.fixture.tsx'
import { PartFields } from './PartFields.tsx'

inSpanish()

function Fields({ function: does }: { function: string }) {
  const { control } = useForm({ defaultValues: { function: does, instruments: [] as string[] } })
  return <PartFields control={control} />
}

test('whoever says what a member does is told that contact details are hidden in it', async () => {
  // The fields would otherwise listen to a window.
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('document', undefined)
  const told = async (does: string) => textOf(await drawn(<Fields function={does} />)).includes('verá •••')
  expect(await told('Bajo y coros, 5555-1234')).toBe(true)
  expect(await told('Bajo y coros')).toBe(false)
})
