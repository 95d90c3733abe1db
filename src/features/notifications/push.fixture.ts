import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'

/** A push as it arrived and was read. */
export interface ReceivedPush {
  path: string
  headers: Record<string, string | string[] | undefined>
  text: string
  /** What the server says of itself, its signature checked against the key it names. */
  vapid: { aud: string; sub: string; exp: number; key: string }
}

/**
 * A browser's push service on loopback, and the browsers behind it: takes what is pushed, checks who sent it and
 * decrypts it (RFC 8188, 8291, 8292) with the browser's own key, as a browser would.
 */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const state = { status: 201, asked: 0 }

  const server = createServer((request, response) => {
    state.asked++
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      if (state.status === 201) {
        const browser = browsers.get(path)
        if (!browser) throw new Error(`nobody is at ${path}`)
        received.push({
          path,
          headers: request.headers,
          text: decrypted(Buffer.concat(chunks), browser),
          vapid: vapidOf(String(request.headers.authorization)),
        })
      }
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const address = `http://127.0.0.1:${port}`

  return {
    address,
    received,
    /** How often it was called, whatever it answered. */
    asked: () => state.asked,
    /** The status it answers from now on; 201 takes the push. */
    answer(status: number) {
      state.status = status
    },
    /** A new browser: what it hands to the server when it subscribes. */
    browser() {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      browsers.set(path, { ecdh, auth })
      return { endpoint: address + path, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function decrypted(
  body: Buffer,
  { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer },
): string {
  const salt = body.subarray(0, 16)
  const size = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + size)
  const hkdf = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length))
  const secret = hkdf(
    ecdh.computeSecret(theirs),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]),
    32,
  )
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const sealed = body.subarray(21 + size)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // Padding: 2, then zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

function vapidOf(authorization: string): ReceivedPush['vapid'] {
  const [, head, claims, signature, key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (!head || !claims || !signature || !key) throw new Error(`not signed: ${authorization}`)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Error('the signature does not hold')
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}
