import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import * as client from 'openid-client'
import type { Config } from './config.ts'

/** What a provider says about somebody. */
export interface Claims {
  issuer: string
  subject: string
  email: string | null
  /** The provider vouches for the e-mail. */
  email_verified: boolean
  name: string | null
}

/** What must be kept between leaving for the provider and coming back. */
export interface Departure {
  url: string
  state: string
  nonce: string
  code_verifier: string
}

/** An identity provider that could not be reached, or said something that doesn't hold. */
export class IdentityError extends Error {
  override name = 'IdentityError'
}

type Settings = NonNullable<Config['oidc']>

interface Known {
  server: client.Configuration
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** Discovered once per provider; forgotten when it failed, so that the next try asks again. */
const known = new Map<string, Promise<Known>>()

function discovered(settings: Settings): Promise<Known> {
  const key = JSON.stringify(settings)
  let it = known.get(key)
  if (!it) {
    it = discover(settings)
    it.catch(() => known.delete(key))
    known.set(key, it)
  }
  return it
}

async function discover({ issuer, client_id, client_secret }: Settings): Promise<Known> {
  const url = new URL(issuer)
  // A provider on this machine, as tests and developers run it.
  const local = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const server = await client.discovery(url, client_id, client_secret, undefined, {
    timeout: 10,
    ...(local ? { execute: [client.allowInsecureRequests] } : {}),
  })
  const { jwks_uri } = server.serverMetadata()
  if (!jwks_uri) throw new IdentityError('the provider publishes no keys')
  return { server, keys: createRemoteJWKSet(new URL(jwks_uri)) }
}

/** Anything that goes wrong with a provider is one thing to the caller. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof IdentityError
      ? error
      : new IdentityError('the provider did not confirm', { cause: error })
  }
}

/** Where to send somebody who signs in with the provider: authorization code, PKCE, state and nonce. */
export const leaveFor = (settings: Settings, redirect_uri: string): Promise<Departure> =>
  asked(async () => {
    const { server } = await discovered(settings)
    const code_verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const nonce = client.randomNonce()
    const url = client.buildAuthorizationUrl(server, {
      redirect_uri,
      scope: 'openid email profile',
      code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { url: url.href, state, nonce, code_verifier }
  })

/**
 * Changes the code that the provider sent back into what it says about the person.
 * @param back the address it sent them to, with code and state
 * @throws IdentityError when anything doesn't hold: code, state, nonce, signature, issuer, audience, times
 */
export const comeBack = (
  settings: Settings,
  back: URL,
  kept: Pick<Departure, 'state' | 'nonce' | 'code_verifier'>,
): Promise<Claims> =>
  asked(async () => {
    const { server } = await discovered(settings)
    const tokens = await client.authorizationCodeGrant(server, back, {
      pkceCodeVerifier: kept.code_verifier,
      expectedState: kept.state,
      expectedNonce: kept.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new IdentityError('no ID token')
    if (claims.email !== undefined || !server.serverMetadata().userinfo_endpoint) return claimsOf(claims)
    // Some providers tell the e-mail only when asked.
    const more = await client.fetchUserInfo(server, tokens.access_token, claims.sub)
    return claimsOf({ ...claims, ...more, iss: claims.iss, sub: claims.sub })
  })

/**
 * Reads an ID token that the provider's own button handed to the browser.
 * @returns what it says, and when it runs out (ms)
 * @throws IdentityError when it is forged, expired, older than ten minutes or meant for somebody else
 */
export const readCredential = (
  settings: Settings,
  credential: string,
): Promise<Claims & { expires_at: number }> =>
  asked(async () => {
    const { server, keys } = await discovered(settings)
    const { payload } = await jwtVerify(credential, keys, {
      issuer: server.serverMetadata().issuer,
      audience: settings.client_id,
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: '10m',
      clockTolerance: 30,
    })
    // A token for several audiences was made for somebody in particular.
    if (payload.azp !== undefined && payload.azp !== settings.client_id)
      throw new IdentityError('made for another client')
    return { ...claimsOf(payload), expires_at: (payload.exp ?? 0) * 1000 }
  })

function claimsOf(payload: JWTPayload | client.IDToken): Claims {
  const { iss, sub, email, email_verified, name } = payload as Record<string, unknown>
  if (typeof iss !== 'string' || typeof sub !== 'string' || !sub) throw new IdentityError('nobody is named')
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' && email.length <= 254 ? email : null,
    email_verified: email_verified === true || email_verified === 'true',
    name: typeof name === 'string' ? name.trim().slice(0, 80) || null : null,
  }
}
