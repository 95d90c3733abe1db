import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyMade, PasskeyToMake, PasskeyToUse, PasskeyUsed } from './contract.passkeys.ts'

/* An authenticator in software: makes one key, and signs with it as a browser would have it do (WebAuthn level 3, authenticator data). */

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const text = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/**
 * @param origin where the browser thinks it is
 * @param doesCount false: as those that are shared between devices, which stay at 0
 */
export function authenticator(origin: string, { doesCount = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(flags: number, more: Uint8Array = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(flags), count, more])
  }

  function cosePublicKey() {
    const { x, y } = publicKey.export({ format: 'jwk' })
    // kty EC2, alg ES256, crv P-256 (RFC 9053)
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x ?? '', 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y ?? '', 'base64url'))],
      ]),
    )
  }

  return {
    /** How often it was used, as it says. */
    set counter(to: number) {
      counter = to
    },

    make({ challenge }: PasskeyToMake): PasskeyMade {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = authenticatorData(
        PRESENT | VERIFIED | ATTESTED,
        Buffer.concat([Buffer.alloc(16), length, id, cosePublicKey()]),
      )
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      )
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge)),
          attestationObject: text(attestation),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    sign({ challenge }: PasskeyToUse): PasskeyUsed {
      if (doesCount) counter += 1
      const data = clientData('webauthn.get', challenge)
      const authData = authenticatorData(PRESENT | VERIFIED)
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authData),
          signature: text(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
        },
      }
    },
  }
}
