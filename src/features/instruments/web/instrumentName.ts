import { useCallback } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { INSTRUMENTS } from '#features/projects/contract.ts'

const spoken = texts(instrumentNames)

/** An instrument's name in the reader's language, or as its owner calls it. */
export function useInstrumentName() {
  const { word } = useTexts(spoken)
  return useCallback(
    (name: string) =>
      (INSTRUMENTS as readonly string[]).includes(name) ? word('terms.instruments', name) : name,
    [word],
  )
}
