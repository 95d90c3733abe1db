import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { importJWK, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** Somebody who has an account with the provider. */
export interface Somebody {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

const CONSENT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Provider</title>
<form method="post"><h1>Who are you?</h1>
<label>E-mail <input name="email" type="email"></label><label>Name <input name="name"></label>
<label><input name="verified" type="checkbox" checked> E-mail is verified</label>
<button name="allow">Allow</button><button name="refuse">Refuse</button></form></html>`

/**
 * A real OpenID Connect provider on loopback, for tests. Whoever comes is `who`, and gives consent unless
 * `refuses`.
 * @param redirect_uris where it may send people back to
 * @param options.asks true: a page asks whoever comes who they are and whether they consent, for tests in a browser
 */
export async function startProvider(redirect_uris: string[], { asks = false } = {}) {
  const client = { client_id: 'tarima', client_secret: randomBytes(16).toString('hex') }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }
  const now: { who: Somebody; refuses: boolean } = {
    who: { sub: 'nobody', email: 'nobody@provider.test', email_verified: true, name: 'Nobody' },
    refuses: false,
  }

  /** Whoever said who they are, by subject. */
  const people = new Map<string, Somebody>()

  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris, response_types: ['code'], grant_types: ['authorization_code'] }],
    jwks: { keys: [key as never] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    findAccount: (_ctx, sub) => {
      const who = people.get(sub) ?? now.who
      return { accountId: who.sub, claims: () => ({ ...who }) }
    },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    let { who, refuses } = now
    if (asks) {
      if (request.method !== 'POST')
        return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(CONSENT)
      const said = new URLSearchParams(await text(request))
      const email = said.get('email') ?? ''
      who = { sub: email, email, email_verified: said.has('verified'), name: said.get('name') ?? '' }
      refuses = said.has('refuse')
      people.set(who.sub, who)
    }
    const result = refuses
      ? { error: 'access_denied', error_description: 'The person refused' }
      : { login: { accountId: who.sub } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })

  const sign = async (payload: JWTPayload, jwk: object = key) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(await importJWK(jwk, 'RS256'))

  return {
    issuer,
    ...client,
    /** Settings as the server takes them from its environment. */
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret },
    /** The next one who comes. */
    come(who: Somebody, { refuses = false } = {}) {
      now.who = who
      now.refuses = refuses
    },
    /** Goes through the provider as a browser does. @returns the address it sends back to */
    async visit(url: string): Promise<URL> {
      const cookies = new Map<string, string>()
      let at = new URL(url)
      for (let hop = 0; hop < 10; hop++) {
        if (at.origin !== issuer) return at
        const response = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
          cookies.set(name, value)
        }
        const next = response.headers.get('location')
        if (!next)
          throw new Error(`the provider stopped at ${at}: ${response.status} ${await response.text()}`)
        at = new URL(next, at)
      }
      throw new Error('the provider sends in circles')
    },
    /**
     * An ID token as the provider's own button hands it to the browser; claims can be bent.
     * @param nonce what the page gave to the button
     */
    credential(who: Somebody, nonce: string, bent: JWTPayload = {}) {
      const iat = Math.floor(Date.now() / 1000)
      return sign({ iss: issuer, aud: client.client_id, iat, exp: iat + 300, nonce, ...who, ...bent })
    },
    /** The same, signed by somebody else. */
    forged(who: Somebody, nonce: string) {
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
      const iat = Math.floor(Date.now() / 1000)
      return sign({ iss: issuer, aud: client.client_id, iat, exp: iat + 300, nonce, ...who }, other)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
