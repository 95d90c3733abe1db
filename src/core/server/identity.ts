import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { oneLine } from '#core/contract/text.ts'
import type { Config } from './config.ts'
import { isSound } from './input.ts'

/** What a provider says about somebody. */
export interface Claims {
  issuer: string
  subject: string
  email: string | null
  /** The provider has verified the e-mail. */
  email_verified: boolean
  name: string | null
}

/** What has to be stored while somebody is at the provider. */
export interface AuthorizationRequest {
  url: string
  state: string
  nonce: string
  code_verifier: string
}

/** An identity provider couldn't be reached, or said something that isn't valid. */
export class IdentityError extends Error {
  override name = 'IdentityError'
}

type Settings = NonNullable<Config['oidc']>

interface Provider {
  server: client.Configuration
  keys: ReturnType<typeof createRemoteJWKSet>
}

/** Each provider is discovered once; a failure isn't cached, so the next attempt asks again. */
const providers = new Map<string, Promise<Provider>>()

function discovered(settings: Settings): Promise<Provider> {
  const key = JSON.stringify(settings)
  let provider = providers.get(key)
  if (!provider) {
    provider = discover(settings)
    provider.catch(() => providers.delete(key))
    providers.set(key, provider)
  }
  return provider
}

async function discover({ issuer, client_id, client_secret }: Settings): Promise<Provider> {
  const url = new URL(issuer)
  // A provider on this machine, as in tests and in development.
  const local = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const server = await client.discovery(url, client_id, client_secret, undefined, {
    timeout: 10,
    ...(local ? { execute: [client.allowInsecureRequests] } : {}),
  })
  const { jwks_uri } = server.serverMetadata()
  if (!jwks_uri) throw new IdentityError('the provider publishes no keys')
  return { server, keys: createRemoteJWKSet(new URL(jwks_uri)) }
}

/** Turns whatever goes wrong with a provider into an IdentityError. */
async function orIdentityError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof IdentityError
      ? error
      : new IdentityError('the provider did not confirm', { cause: error })
  }
}

/** Where to send somebody who signs in with the provider: authorization code, PKCE, state and nonce. */
export const startAuthorization = (settings: Settings, redirect_uri: string): Promise<AuthorizationRequest> =>
  orIdentityError(async () => {
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
 * Exchanges the code that the provider sent back for what it says about the person.
 * @param back the address that they were sent back to, with code and state
 * @throws IdentityError when anything is invalid: code, state, nonce, signature, issuer, audience, times
 */
export const finishAuthorization = (
  settings: Settings,
  back: URL,
  stored: Pick<AuthorizationRequest, 'state' | 'nonce' | 'code_verifier'>,
): Promise<Claims> =>
  orIdentityError(async () => {
    const { server } = await discovered(settings)
    const tokens = await client.authorizationCodeGrant(server, back, {
      pkceCodeVerifier: stored.code_verifier,
      expectedState: stored.state,
      expectedNonce: stored.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new IdentityError('no ID token')
    if (claims.email !== undefined || !server.serverMetadata().userinfo_endpoint) return claimsOf(claims)
    // Some providers say the e-mail only at their userinfo endpoint.
    const more = await client.fetchUserInfo(server, tokens.access_token, claims.sub)
    return claimsOf({ ...claims, ...more, iss: claims.iss, sub: claims.sub })
  })

/**
 * Verifies an ID token that the provider's own button handed to the browser.
 * @returns what it says, and the nonce that it was asked for with, which the caller has to know
 * @throws IdentityError when it is forged, expired, older than ten minutes or meant for somebody else
 */
export const verifyCredential = (
  settings: Settings,
  credential: string,
): Promise<Claims & { nonce: string | null }> =>
  orIdentityError(async () => {
    const { server, keys } = await discovered(settings)
    const { payload } = await jwtVerify(credential, keys, {
      issuer: server.serverMetadata().issuer,
      audience: settings.client_id,
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: '10m',
      clockTolerance: 30,
    })
    // A token for several audiences names the client that it was issued to.
    if (payload.azp !== undefined && payload.azp !== settings.client_id)
      throw new IdentityError('made for another client')
    return { ...claimsOf(payload), nonce: typeof payload.nonce === 'string' ? payload.nonce : null }
  })

function claimsOf(payload: JWTPayload | client.IDToken): Claims {
  const { iss, sub, email, email_verified, name } = payload as Record<string, unknown>
  if (typeof iss !== 'string' || typeof sub !== 'string' || !sub) throw new IdentityError('nobody is named')
  if (!isSound([iss, sub, email])) throw new IdentityError('somebody is named who can not be kept')
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' && email.length <= 254 ? email : null,
    email_verified: email_verified === true || email_verified === 'true',
    name: typeof name === 'string' ? oneLine(name).slice(0, 80).toWellFormed() || null : null,
  }
}
