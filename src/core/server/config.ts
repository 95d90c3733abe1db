import { BlockList, isIP } from 'node:net'
import path from 'node:path'
import * as z from 'zod/mini'

/** All settings. They are documented in .env.example. */
export type Config = {
  env: 'production' | 'development' | 'test'
  port: number
  host: string
  /** the address people use; without a trailing slash */
  public_url: string
  /** absolute */
  data_dir: string
  /** undefined: the embedded PostgreSQL in data_dir */
  database_url: string | undefined
  /** undefined: mails are written to data_dir/mail */
  smtp_url: string | undefined
  mail_from: string
  /** the address of a gateway that makes text messages of mails, with {number} in it; undefined: no text messages */
  sms_mail_template: string | undefined
  /** undefined: files are stored in data_dir/files */
  s3:
    | {
        bucket: string
        region: string
        /** undefined: Amazon's own */
        endpoint: string | undefined
        /** undefined: those of the machine's own role */
        credentials: { accessKeyId: string; secretAccessKey: string } | undefined
        /** the bucket is part of the path, not of the host name */
        path_style: boolean
      }
    | undefined
  /** what papers are sealed with; undefined: a key in data_dir that is made there */
  signing: { p12: string; password: string } | undefined
  oidc: { issuer: string; client_id: string; client_secret: string } | undefined
  maps: { tiles_url: string; key: string | undefined }
  /** addresses, networks and their names, of proxies whose word on where a call comes from is taken */
  trust_proxy: readonly string[]
  /** where people send transfers for what they owe the platform, as it is read to them; undefined: nothing is sold */
  transfer_account: string | undefined
  /** whose cards are taken by; undefined: nobody's, people pay each other by hand */
  stripe:
    | {
        secret_key: string
        publishable_key: string
        /** of each address that events are sent to: what they are signed with */
        webhook_secrets: readonly string[]
        /** what the account there keeps money in: charges in others are settled in another, and can't be sent on */
        currencies: readonly string[]
        /** undefined: Stripe's own; tests have one on this machine */
        api_base: string | undefined
      }
    | undefined
  /** who helps browsers find each other in a lesson's room, and who carries what they send where they can't reach each other */
  ice: {
    stun_urls: readonly string[]
    /** a relay, with the secret that short-lived credentials for it are made of */
    turn: { urls: readonly string[]; secret: string } | undefined
  }
  /** what whoever runs it is called in law, for its receipts */
  operator: { legal_name: string | null; tax_id: string | null }
  demo: boolean
  /** bytes of disk below which uploads are refused, and at half of it all writes; 0: never */
  disk_reserve: number
  /** calls a minute from one address */
  rate_limit: number
  log_level: (typeof LOG_LEVELS)[number]
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const OPEN_STREET_MAP = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'

const wholeNumber = (from: number, to: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)),
    z.pipe(
      z.transform(Number),
      z.number().check(z.refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`)),
    ),
  )

const url = (...protocols: string[]) =>
  z
    .string()
    .check(
      z.refine(
        (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
        `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      ),
    )

/** Names that proxy-addr knows: 127.0.0.1 and ::1, link-local networks, private networks. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  if (NETWORKS.includes(text)) return true
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    bits > 0 &&
    more.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}
const networksIn = (text: string) => text.split(',').map((part) => part.trim())

/** Addresses of servers for connections between browsers, of one kind, with commas between them. */
const iceUrls = (kind: string): RegExp => {
  const one = `${kind}:[^\\s,/?]+(\\?transport=(udp|tcp))?`
  return new RegExp(`^${one}(\\s*,\\s*${one})*$`)
}
const urlsIn = (text: string | undefined) => text?.split(',').map((one) => one.trim()) ?? []

const Environment = z.object({
  NODE_ENV: z._default(
    z.enum(['production', 'development', 'test'], 'must be production, development or test'),
    'development',
  ),
  PORT: z._default(wholeNumber(0, 65_535), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: z.optional(url('http:', 'https:')),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(url('postgres:', 'postgresql:')),
  SMTP_URL: z.optional(url('smtp:', 'smtps:')),
  MAIL_FROM: z._default(
    z
      .string()
      .check(z.regex(/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/, 'must be "Name <address>"')),
    'Tarima <hola@tarima.example>',
  ),
  SMS_MAIL_TEMPLATE: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[^<>@\s{}]*\{number\}[^<>@\s{}]*@[^<>@\s{}]+$/,
          'must be an address with {number} before the @, as in {number}@sms.example',
        ),
      ),
  ),
  S3_BUCKET: z.optional(
    z
      .string()
      .check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be a bucket's name, as in tarima-files")),
  ),
  S3_REGION: z._default(
    z.string().check(z.regex(/^[a-z0-9-]+$/, 'must be a region, as in us-east-1')),
    'us-east-1',
  ),
  S3_ENDPOINT: z.optional(url('http:', 'https:')),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_PATH_STYLE: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  SIGNING_P12: z.optional(z.string()),
  SIGNING_PASSWORD: z.optional(z.string()),
  OIDC_ISSUER: z.optional(url('https:', 'http:')),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  MAPS_TILES_URL: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) && /^https?:\/\//.test(text),
          'must be a tile address with {z}, {x} and {y}',
        ),
      ),
    OPEN_STREET_MAP,
  ),
  MAPS_KEY: z.optional(z.string()),
  TRUST_PROXY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => networksIn(text).every(isNetwork),
          `must be addresses or networks (10.0.0.0/8), or ${NETWORKS.join(', ')}, with commas between them`,
        ),
      ),
  ),
  TRANSFER_ACCOUNT: z.optional(z.string().check(z.trim(), z.minLength(5), z.maxLength(500))),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(test|live)_\w{8,240}$/, 'must be a secret key, as in sk_live_…')),
  ),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    z.string().check(z.regex(/^pk_(test|live)_\w{8,240}$/, 'must be a publishable key, as in pk_live_…')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^whsec_\w{8,240}(\s*,\s*whsec_\w{8,240})*$/,
          'must be the signing secret of a webhook, as in whsec_…, or several with commas between them',
        ),
      ),
  ),
  STRIPE_CURRENCIES: z._default(
    z.string().check(z.regex(/^[A-Za-z]{3}( *, *[A-Za-z]{3})*$/, 'must be currencies such as USD,MXN')),
    'USD',
  ),
  STRIPE_API_BASE: z.optional(url('http:', 'https:')),
  STUN_URLS: z.optional(
    z.string().check(z.regex(iceUrls('stuns?'), 'must be addresses such as stun:stun.example:3478')),
  ),
  TURN_URLS: z.optional(
    z
      .string()
      .check(
        z.regex(
          iceUrls('turns?'),
          'must be addresses such as turn:turn.example:3478, with commas between them',
        ),
      ),
  ),
  TURN_SECRET: z.optional(z.string().check(z.minLength(16, 'must have 16 characters at least'))),
  OPERATOR_LEGAL_NAME: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(120))),
  OPERATOR_TAX_ID: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(40))),
  DEMO: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  DISK_RESERVE_MB: z._default(wholeNumber(0, 1_000_000), 512),
  TARIMA_OPEN_DEVELOPMENT: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  RATE_LIMIT: z._default(wholeNumber(1, 1_000_000_000), 1200),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
})

/** Whether only this machine reaches what listens there. */
function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) === 0) return address.toLowerCase() === 'localhost'
  return LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY'] as const

/** Cards are taken with all of the keys, of one kind, or not at all; and with those of tests nowhere but at Stripe. */
function stripeProblems(given: Record<string, string | undefined>): string[] {
  const missing = STRIPE_KEYS.filter((name) => !given[name])
  if (missing.length > 0 && missing.length < STRIPE_KEYS.length)
    return missing.map((name) => `${name} is missing: set all of ${STRIPE_KEYS.join(', ')}, or none of them`)
  if (given.STRIPE_API_BASE && given.NODE_ENV === 'production')
    return ['STRIPE_API_BASE is for tests: in production the keys are sent to Stripe alone']
  if (
    given.STRIPE_API_BASE &&
    !(URL.canParse(given.STRIPE_API_BASE) && isLoopback(new URL(given.STRIPE_API_BASE).hostname))
  )
    return ['STRIPE_API_BASE must be on this machine: it is for tests']
  const kindOf = (key = '') => key.split('_')[1]
  if (kindOf(given.STRIPE_SECRET_KEY) !== kindOf(given.STRIPE_PUBLISHABLE_KEY))
    return ['STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be for tests, or both be live']
  return []
}

/** Wrong or missing settings, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The configuration can't be used:\n${problems.map((line) => `  ${line}`).join('\n')}`)
    this.problems = problems
  }
}

/** What can be set, by name. */
export const SETTINGS = Object.keys(Environment.shape)

/**
 * Reads the settings; an empty value counts as unset.
 * @throws ConfigError that lists all problems at once
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(Environment.shape)
      .map((name) => [name, env[name]?.trim()])
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = Environment.safeParse(given)
  const problems = read.success
    ? []
    : read.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)

  if (given.SMS_MAIL_TEMPLATE && !given.SMTP_URL) {
    problems.push('SMTP_URL is missing: SMS_MAIL_TEMPLATE sends text messages through it')
  }
  const s3 = Object.keys(given).filter((name) => name.startsWith('S3_'))
  if (s3.length > 0 && !given.S3_BUCKET) {
    problems.push(`S3_BUCKET is missing: ${s3.join(', ')} set nothing without it`)
  }
  if (given.S3_BUCKET && !given.S3_ENDPOINT && !given.S3_REGION) {
    problems.push('S3_REGION is missing: set it, or S3_ENDPOINT for a server other than Amazon')
  }
  if (!given.S3_ACCESS_KEY_ID !== !given.S3_SECRET_ACCESS_KEY) {
    const name = given.S3_ACCESS_KEY_ID ? 'S3_SECRET_ACCESS_KEY' : 'S3_ACCESS_KEY_ID'
    problems.push(`${name} is missing: set both of S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, or neither`)
  }
  if (given.SIGNING_PASSWORD && !given.SIGNING_P12) {
    problems.push('SIGNING_P12 is missing: SIGNING_PASSWORD opens nothing without it')
  }
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  const missing = oidc.filter((name) => !(name in given))
  if (missing.length > 0 && missing.length < oidc.length) {
    problems.push(
      ...missing.map((name) => `${name} is missing: set all of ${oidc.join(', ')}, or none of them`),
    )
  }
  if (!given.TURN_URLS !== !given.TURN_SECRET) {
    const name = given.TURN_URLS ? 'TURN_SECRET' : 'TURN_URLS'
    problems.push(`${name} is missing: set both of TURN_URLS, TURN_SECRET, or neither`)
  }
  problems.push(...stripeProblems(given))
  if (String(given.MAPS_TILES_URL ?? '').includes('{key}') && !given.MAPS_KEY) {
    problems.push('MAPS_KEY is missing: MAPS_TILES_URL asks for it with {key}')
  }
  if (given.NODE_ENV === 'production' && !given.PUBLIC_URL) {
    problems.push('PUBLIC_URL is missing: in production, links in e-mails need the public address')
  }
  if (
    given.NODE_ENV !== 'production' &&
    given.TARIMA_OPEN_DEVELOPMENT !== '1' &&
    !isLoopback(given.HOST ?? '127.0.0.1')
  ) {
    problems.push(
      `HOST ${given.HOST} lets other machines in, and outside production anybody who gets in can read all mails, move the ` +
        'clock and sign in with the known passwords of the demo. Set NODE_ENV=production, or leave HOST at 127.0.0.1, ' +
        'or, where only people you trust reach this machine, set TARIMA_OPEN_DEVELOPMENT=1',
    )
  }
  if (!read.success || problems.length > 0) {
    throw new ConfigError(problems)
  }
  const e = read.data
  return {
    env: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    public_url: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    data_dir: path.resolve(e.DATA_DIR),
    database_url: e.DATABASE_URL,
    smtp_url: e.SMTP_URL,
    mail_from: e.MAIL_FROM,
    sms_mail_template: e.SMS_MAIL_TEMPLATE,
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          region: e.S3_REGION,
          endpoint: e.S3_ENDPOINT,
          credentials:
            e.S3_ACCESS_KEY_ID && e.S3_SECRET_ACCESS_KEY
              ? { accessKeyId: e.S3_ACCESS_KEY_ID, secretAccessKey: e.S3_SECRET_ACCESS_KEY }
              : undefined,
          path_style: e.S3_PATH_STYLE ? e.S3_PATH_STYLE === '1' : Boolean(e.S3_ENDPOINT),
        }
      : undefined,
    signing: e.SIGNING_P12
      ? { p12: path.resolve(e.SIGNING_P12), password: e.SIGNING_PASSWORD ?? '' }
      : undefined,
    oidc:
      e.OIDC_ISSUER && e.OIDC_CLIENT_ID && e.OIDC_CLIENT_SECRET
        ? { issuer: e.OIDC_ISSUER, client_id: e.OIDC_CLIENT_ID, client_secret: e.OIDC_CLIENT_SECRET }
        : undefined,
    maps: { tiles_url: e.MAPS_TILES_URL, key: e.MAPS_KEY },
    trust_proxy: e.TRUST_PROXY ? networksIn(e.TRUST_PROXY) : [],
    transfer_account: e.TRANSFER_ACCOUNT?.replaceAll('|', '\n'),
    stripe:
      e.STRIPE_SECRET_KEY && e.STRIPE_PUBLISHABLE_KEY && e.STRIPE_WEBHOOK_SECRET
        ? {
            secret_key: e.STRIPE_SECRET_KEY,
            publishable_key: e.STRIPE_PUBLISHABLE_KEY,
            webhook_secrets: e.STRIPE_WEBHOOK_SECRET.split(',').map((one) => one.trim()),
            currencies: e.STRIPE_CURRENCIES.split(',').map((one) => one.trim().toUpperCase()),
            api_base: e.STRIPE_API_BASE,
          }
        : undefined,
    ice: {
      stun_urls: urlsIn(e.STUN_URLS),
      turn: e.TURN_URLS && e.TURN_SECRET ? { urls: urlsIn(e.TURN_URLS), secret: e.TURN_SECRET } : undefined,
    },
    operator: { legal_name: e.OPERATOR_LEGAL_NAME ?? null, tax_id: e.OPERATOR_TAX_ID ?? null },
    // Accounts with a known password don't come to a public server unless somebody says so.
    demo: e.DEMO ? e.DEMO === '1' : e.NODE_ENV !== 'production',
    disk_reserve: e.DISK_RESERVE_MB * 1024 * 1024,
    rate_limit: e.RATE_LIMIT,
    log_level: e.LOG_LEVEL ?? (e.NODE_ENV === 'production' ? 'info' : 'warn'),
  }
}
