import { Fingerprint } from 'lucide-react'
import type { Control, FieldValues, Path } from 'react-hook-form'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import type { SecondProof } from '../contract.factors.ts'
import type { PasskeyToUse } from '../contract.passkeys.ts'
import { SECOND_WAYS, type SecondWay } from '../contract.second.ts'
import { knowsPasskeys } from './knowsPasskeys.ts'
import { signWithPasskey } from './passkeys.ts'
import { accountRefusals, proofTexts } from './texts.ts'

/* Asking for a second factor, wherever it is asked for. */

const spoken = texts(proofTexts, accountRefusals)

export interface SecondValues {
  totp: string
  recovery: string
}
export const NO_SECOND: SecondValues = { totp: '', recovery: '' }

export const isSecond = (way: string): way is SecondWay => SECOND_WAYS.some((one) => one === way)

/** Those of somebody's ways that this browser can go; all of them where it can go none. */
export function usableWays<Way extends string>(ways: readonly Way[]): readonly Way[] {
  const usable = ways.filter((way) => way !== 'passkey' || knowsPasskeys())
  return usable.length > 0 ? usable : ways
}

/**
 * What is sent: the code that was typed, or what a passkey signs now.
 * @param options what it has to sign
 * @throws SpokenError when no passkey did
 */
export async function secondProofOf(
  way: SecondWay,
  values: SecondValues,
  options: () => Promise<PasskeyToUse>,
): Promise<SecondProof> {
  return way === 'passkey' ? { passkey: await signWithPasskey(await options()) } : { [way]: values[way] }
}

/** Where a code is typed; for a passkey what happens next. */
export function SecondField<Values extends SecondValues & FieldValues>({
  control,
  way,
}: {
  control: Control<Values>
  way: SecondWay
}) {
  const { t } = useTexts(spoken)
  if (way === 'passkey')
    return (
      <p className="flex items-center gap-4">
        <Fingerprint aria-hidden className="size-8 shrink-0 text-ink-2" strokeWidth={1.5} />
        {t('second.passkey')}
      </p>
    )
  return (
    <FormText
      key={way}
      control={control}
      name={way as Path<Values>}
      label={t(`second.${way}`)}
      inputMode={way === 'totp' ? 'numeric' : 'text'}
      autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
      autoFocus
      isRequired
    />
  )
}

/** The other ways to go on, one button each. */
export function OtherWays({
  ways,
  way,
  onChoose,
}: {
  ways: readonly string[]
  way: string
  onChoose: (way: SecondWay) => void
}) {
  const { t } = useTexts(spoken)
  return usableWays(ways)
    .filter(isSecond)
    .filter((one) => one !== way)
    .map((one) => (
      <Button key={one} variant="quiet" onPress={() => onChoose(one)}>
        {t(`second.by_${one}`)}
      </Button>
    ))
}
