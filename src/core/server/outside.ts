import { lookup as systemLookup } from 'node:dns/promises'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/*
 * Reading an address that somebody typed. It must lead nowhere but to what anybody on the internet reaches: each name is
 * resolved once, every address it has must be public, and the connection goes to one of those that were looked at. What
 * it is redirected to is held against the same. Size, after unpacking, and time in all have limits.
 */

/** Why nothing could be read, as a word that pages translate. */
export const OUTSIDE_FAILURES = [
  /** No https, a password in it, or a place that isn't public. */
  'address',
  /** No such name, nobody answers, or the certificate doesn't hold. */
  'unreachable',
  /** 401 or 403. */
  'refused',
  /** 404 or 410. */
  'missing',
  /** Another status that is no success, or too many redirects. */
  'answered',
  'too_large',
  'too_slow',
] as const
export type OutsideFailure = (typeof OUTSIDE_FAILURES)[number]

/** Nothing could be read. */
export class Unread extends Error {
  override name = 'Unread'
  readonly failure: OutsideFailure

  constructor(failure: OutsideFailure, detail = '') {
    super(`${failure}${detail && `: ${detail}`}`)
    this.failure = failure
  }
}

/** How the outside is reached; tests put a small world of their own in its place. */
export interface Outside {
  /**
   * Reads what an address answers.
   * @param limits.bytes of the body, unpacked
   * @param limits.ms for all of it, redirects too
   * @throws Unread
   */
  read(address: string, limits: { bytes: number; ms: number; accept: string }): Promise<Buffer>
}

interface Address {
  address: string
  family: number
}

export interface World {
  protocol: string
  request: (url: URL, options: RequestOptions, answered: (answer: IncomingMessage) => void) => Request
  resolve: (host: string) => Promise<Address[]>
  isAllowed: (address: string, port: string) => boolean
}
type Request = ReturnType<typeof httpsRequest>

const REDIRECTS = 5
const REDIRECT = [301, 302, 303, 307, 308]

/* What IANA has set apart in the registries of special-purpose addresses, and multicast. */
const SPECIAL = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(network, bits)
for (const [network, bits] of [
  // Teredo, benchmarks and others; documentation; 6to4, which carries an address of the fourth version.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(network, bits, 'ipv6')
/** All that is routed. What maps or embeds addresses of the fourth version (::ffff:…, 64:ff9b::…) lies outside of it. */
const ROUTED = new BlockList()
ROUTED.addSubnet('2000::', 3, 'ipv6')

/** Whether everybody on the internet means the same place by it, and reaches it. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL.check(address, 'ipv4')
  // With a scope (fe80::1%eth0) it is of one network alone.
  if (isIP(address) !== 6 || address.includes('%')) return false
  return ROUTED.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
}

/** Ports that web servers have: reading a calendar mustn't knock at others. */
const PORTS = ['', '443', '8443']

const INTERNET: World = {
  protocol: 'https:',
  request: httpsRequest,
  resolve: (host) => systemLookup(host, { all: true, verbatim: true }),
  isAllowed: (address, port) => isPublic(address) && PORTS.includes(port),
}

/**
 * What an address says before anything is asked: https, nobody's password in it, a port of the web, and no place that
 * isn't public.
 */
export function mayBeRead(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  const host = hostOf(url)
  return (
    isAsked(url, INTERNET) &&
    (isIP(host) === 0 ? host.includes('.') : isPublic(host)) &&
    PORTS.includes(url.port)
  )
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')
const isAsked = (url: URL, { protocol }: World) =>
  url.protocol === protocol && !url.username && !url.password && url.hostname !== ''

/** The addresses of a host, all of which may be reached. @throws Unread */
async function placesOf(url: URL, world: World): Promise<Address[]> {
  const host = hostOf(url)
  const family = isIP(host)
  let found: Address[]
  try {
    found = family ? [{ address: host, family }] : await world.resolve(host)
  } catch {
    throw new Unread('unreachable', 'no such name')
  }
  if (found.length === 0) throw new Unread('unreachable', 'no such name')
  // One that isn't public is enough: the name may be said to lead there next time.
  if (!found.every(({ address }) => world.isAllowed(address, url.port))) throw new Unread('address')
  return found
}

/** Answers with what was looked at, whatever the name leads to by now. */
const fixedTo =
  (places: readonly Address[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = places
    if (options.all) callback(null, [...places])
    else if (first) callback(null, first.address, first.family)
  }

const UNPACK: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The body, unpacked; given up as soon as there is more of it than may be. */
function bodyOf(answer: IncomingMessage, bytes: number, signal: AbortSignal): Promise<Buffer> {
  const packed = String(answer.headers['content-encoding'] ?? 'identity').toLowerCase()
  const unpack = UNPACK[packed]
  const isKnown = unpack !== undefined || packed === 'identity' || packed === ''
  // What says beforehand that it is too much needn't be begun.
  const isLarge = !unpack && Number(answer.headers['content-length'] ?? 0) > bytes
  if (!isKnown || isLarge) {
    answer.destroy()
    throw isKnown ? new Unread('too_large') : new Unread('answered', `packed as ${packed.slice(0, 40)}`)
  }
  const stream: Readable = unpack ? pipeline(answer, unpack(), () => {}) : answer
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const fail = (error: Error) => {
      signal.removeEventListener('abort', late)
      stream.destroy()
      answer.destroy()
      reject(error)
    }
    const late = () => fail(new Unread('too_slow'))
    signal.addEventListener('abort', late)
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > bytes) fail(new Unread('too_large'))
      else chunks.push(chunk)
    })
    stream.on('end', () => {
      signal.removeEventListener('abort', late)
      resolve(Buffer.concat(chunks))
    })
    stream.on('error', (error) => fail(new Unread('unreachable', error.message)))
    stream.on('close', () => fail(new Unread('unreachable', 'cut off')))
  })
}

const FAILED: Record<number, OutsideFailure> = {
  401: 'refused',
  403: 'refused',
  404: 'missing',
  410: 'missing',
}

/** @param world where it reads; the internet */
export function openOutside(world: World = INTERNET): Outside {
  const ask = (url: URL, accept: string, places: Address[], signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = world.request(
        url,
        {
          method: 'GET',
          // No connection is used twice: the next one is looked at anew.
          agent: false,
          lookup: fixedTo(places),
          headers: { accept, 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Tarima' },
          signal,
        },
        resolve,
      )
      request.on('error', (error) =>
        reject(signal.aborted ? new Unread('too_slow') : new Unread('unreachable', error.message)),
      )
      request.end()
    })

  return {
    async read(address, { bytes, ms, accept }) {
      const signal = AbortSignal.timeout(ms)
      const slow = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Unread('too_slow')), { once: true })
      })
      // Where nothing waits for it any more it is no error of anybody.
      slow.catch(() => {})
      let url = URL.canParse(address) ? new URL(address) : null
      for (let hop = 0; hop <= REDIRECTS; hop++) {
        if (!url || !isAsked(url, world)) throw new Unread('address')
        // Looking a name up can't be stopped, only no longer waited for.
        const places = await Promise.race([placesOf(url, world), slow])
        const answer = await ask(url, accept, places, signal)
        const status = answer.statusCode ?? 0
        if (status === 200) return await bodyOf(answer, bytes, signal)
        answer.destroy()
        if (!REDIRECT.includes(status)) throw new Unread(FAILED[status] ?? 'answered', String(status))
        const to: string = answer.headers.location ?? ''
        url = URL.canParse(to, url) ? new URL(to, url) : null
      }
      throw new Unread('answered', 'redirects without end')
    },
  }
}
