import { readJson, storeJson } from '#core/web/storage.ts'

const KEY = 'identity-flow'

/** What the browser stores while somebody is with the identity provider. */
export interface IdentityFlow {
  flow: string
  remember: boolean
  /** Query of the page they came from: a referral, an invitation, the beginning of a brief. */
  search: string
}

/** Stores the secret of this tab and goes to the provider. */
export function goToProvider({ url, flow, remember, search }: IdentityFlow & { url: string }) {
  storeJson('session', KEY, { flow, remember, search } satisfies IdentityFlow)
  location.assign(url)
}

/** Takes what was stored; it is used once. */
export function takeFlow(): IdentityFlow | null {
  const stored = readJson('session', KEY) as Partial<IdentityFlow> | null
  storeJson('session', KEY, null)
  return typeof stored?.flow === 'string'
    ? { remember: false, search: '', ...stored, flow: stored.flow }
    : null
}
