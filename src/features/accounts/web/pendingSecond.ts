// A sign-in that asked for a second factor, on its way from the page that was drawn ahead of time to the app; without
// any library.

import { readJson, storeJson } from '#core/web/storage.ts'
import type { SecondFactorAsked } from '../contract.second.ts'

const KEY = 'second-factor'

export interface PendingSecond extends SecondFactorAsked {
  remember: boolean
}

/** Keeps it for this tab; null forgets it. */
export const storeSecond = (pending: PendingSecond | null): void => {
  storeJson('session', KEY, pending)
}

/** The one that was kept. */
export function readSecond(): PendingSecond | null {
  const pending = readJson('session', KEY) as PendingSecond | null
  return typeof pending?.ticket === 'string' && Array.isArray(pending.ways) ? pending : null
}
