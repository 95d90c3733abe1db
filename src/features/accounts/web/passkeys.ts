import { SpokenError } from '#core/web/ask.ts'
import { i18n } from '#core/web/i18n.ts'
import { texts } from '#core/web/texts.ts'
import type { PasskeyMade, PasskeyToMake, PasskeyToUse, PasskeyUsed } from '../contract.passkeys.ts'
import { accountRefusals } from './texts.ts'

texts(accountRefusals)

/* Passkeys, as the browser makes and uses them. The library comes when somebody does so. */

/** What a browser says is for programmers, and the same for "no", "too late" and "none here": people get words. */
function problemOf(error: unknown): SpokenError {
  const name = error instanceof Error ? error.name : ''
  const key =
    name === 'InvalidStateError'
      ? 'passkey_known'
      : name === 'NotAllowedError' || name === 'AbortError'
        ? 'passkey_cancelled'
        : 'passkey_failed'
  return new SpokenError(i18n.t(`common:errors.accounts.${key}`), { cause: error })
}

/** Has the browser make a passkey. @throws SpokenError when they didn't, or can't here */
export async function makePasskey(options: PasskeyToMake): Promise<PasskeyMade> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const { id, rawId, response } = await startRegistration({ optionsJSON: options as never })
    const { clientDataJSON, attestationObject, transports } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    }
  } catch (error) {
    throw problemOf(error)
  }
}

/** Has the browser sign with a passkey. @throws SpokenError when they didn't, or can't here */
export async function signWithPasskey(options: PasskeyToUse): Promise<PasskeyUsed> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options as never })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
    }
  } catch (error) {
    throw problemOf(error)
  }
}
