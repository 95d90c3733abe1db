const KEY = 'identity-flow'

/** What the browser keeps while somebody is with the identity provider. */
export interface KeptFlow {
  flow: string
  remember: boolean
  /** Query of the page they left from: a referral, an invitation, the beginning of a brief. */
  search: string
}

/** Keeps the secret of this tab and leaves for the provider. */
export function leave({ url, flow, remember, search }: KeptFlow & { url: string }) {
  sessionStorage.setItem(KEY, JSON.stringify({ flow, remember, search } satisfies KeptFlow))
  location.assign(url)
}

/** Takes what was kept; it is used once. */
export function takeFlow(): KeptFlow | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptFlow | null
    sessionStorage.removeItem(KEY)
    return typeof kept?.flow === 'string' ? kept : null
  } catch {
    return null
  }
}
