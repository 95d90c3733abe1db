import type { SecondWay } from '../contract.second.ts'

/** How the code of a second factor is typed, for a field of that name. */
export const secondInput = (way: SecondWay) =>
  ({
    name: way,
    inputMode: way === 'totp' ? 'numeric' : 'text',
    autoComplete: way === 'totp' ? 'one-time-code' : 'off',
  }) as const
