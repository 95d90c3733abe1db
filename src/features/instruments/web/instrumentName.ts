import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { INSTRUMENTS } from '#features/projects/contract.ts'

/** An instrument's name in the reader's language, or as its owner calls it. */
export function useInstrumentName() {
  const { t } = useTranslation('business')
  return useCallback(
    (name: string) =>
      (INSTRUMENTS as readonly string[]).includes(name) ? t(`terms.instruments.${name}`) : name,
    [t],
  )
}
