import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError, readConfig, SETTINGS } from './config.ts'

it('nothing is required', () => {
  const config = readConfig({ DATA_DIR: '/srv/data' })
  expect(config).toMatchObject({
    env: 'development',
    port: 3000,
    host: '127.0.0.1',
    public_url: 'http://localhost:3000',
    data_dir: '/srv/data',
    database_url: undefined,
    s3: undefined,
    oidc: undefined,
    signing: undefined,
    demo: true,
    log_level: 'warn',
  })
})

it('an empty value is no value', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toMatchObject({ port: 3000, demo: true })
})

it('outside production only this machine is let in, unless somebody says otherwise', () => {
  for (const HOST of ['127.0.0.1', '127.8.0.1', 'localhost', '::1', '[::1]'])
    expect(readConfig({ HOST }).host).toBe(HOST)
  for (const HOST of [
    '0.0.0.0',
    '::',
    '192.168.1.7',
    'tarima.example',
    '0',
    '::ffff:10.0.0.1',
    '127.0.0.1.example',
  ]) {
    for (const NODE_ENV of ['', 'development', 'test'])
      expect(problems({ HOST, NODE_ENV })).toEqual([expect.stringMatching(/^HOST .* lets other machines in/)])
    expect(readConfig({ HOST, TARIMA_OPEN_DEVELOPMENT: '1' }).host).toBe(HOST)
    expect(problems({ HOST, TARIMA_OPEN_DEVELOPMENT: '0' })).toHaveLength(1)
    expect(readConfig({ HOST, NODE_ENV: 'production', PUBLIC_URL: 'https://tarima.example' }).host).toBe(HOST)
  }
})

it('half a gigabyte of disk is kept free unless told otherwise', () => {
  expect(readConfig({}).disk_reserve).toBe(512 * 1024 * 1024)
  expect(readConfig({ DISK_RESERVE_MB: '0' }).disk_reserve).toBe(0)
})

it('the public address follows the port and has no trailing slash', () => {
  expect(readConfig({ PORT: '4000' }).public_url).toBe('http://localhost:4000')
  expect(readConfig({ PUBLIC_URL: 'https://tarima.example/' }).public_url).toBe('https://tarima.example')
})

const problems = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

it('papers are sealed with a key of its own unless one is given', () => {
  expect(readConfig({ SIGNING_P12: '/srv/seal.p12', SIGNING_PASSWORD: 'secreto' }).signing).toEqual({
    p12: '/srv/seal.p12',
    password: 'secreto',
  })
  expect(problems({ SIGNING_PASSWORD: 'secreto' })).toEqual([
    expect.stringMatching(/^SIGNING_P12 is missing/),
  ])
})

it('files go into a bucket as soon as one is named', () => {
  expect(readConfig({ S3_BUCKET: 'fotos', S3_REGION: 'us-east-2' }).s3).toEqual({
    bucket: 'fotos',
    region: 'us-east-2',
    endpoint: undefined,
    credentials: undefined,
    path_style: false,
  })
  const own = {
    S3_BUCKET: 'fotos',
    S3_ENDPOINT: 'https://s3.example',
    S3_ACCESS_KEY_ID: 'ana',
    S3_SECRET_ACCESS_KEY: 'secreto',
  }
  expect(readConfig(own).s3).toMatchObject({
    region: 'us-east-1',
    endpoint: 'https://s3.example',
    credentials: { accessKeyId: 'ana', secretAccessKey: 'secreto' },
    path_style: true,
  })
  expect(readConfig({ ...own, S3_PATH_STYLE: '0' }).s3?.path_style).toBe(false)
})

it('a bucket that is half configured is a fault, by name', () => {
  expect(problems({ S3_ENDPOINT: 'https://s3.example' })).toEqual([
    'S3_BUCKET is missing: S3_ENDPOINT set nothing without it',
  ])
  expect(problems({ S3_BUCKET: 'fotos' })).toEqual([expect.stringContaining('S3_REGION is missing')])
  expect(problems({ S3_BUCKET: 'fotos', S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: 'ana' })).toEqual([
    expect.stringContaining('S3_SECRET_ACCESS_KEY is missing'),
  ])
  expect(
    problems({ S3_BUCKET: 'Mis Fotos', S3_ENDPOINT: 's3.example' }).map((line) => line.split(' ')[0]),
  ).toEqual(['S3_BUCKET', 'S3_ENDPOINT'])
})

it('names every fault at once', () => {
  expect(
    problems({
      PORT: '70000',
      DATABASE_URL: 'mysql://x/y',
      SMTP_URL: 'mail',
      DEMO: 'yes',
      LOG_LEVEL: 'loud',
      OIDC_ISSUER: 'https://id.example',
    })
      .map((line) => line.split(' ')[0])
      .sort(),
  ).toEqual(['DATABASE_URL', 'DEMO', 'LOG_LEVEL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'PORT', 'SMTP_URL'])
  expect(problems({ NODE_ENV: 'production' })).toEqual([expect.stringContaining('PUBLIC_URL is missing')])
  expect(problems({ MAPS_TILES_URL: 'https://t.example/{z}/{x}/{y}?k={key}' })).toEqual([
    expect.stringContaining('MAPS_KEY is missing'),
  ])
  expect(() => readConfig({ PORT: '1.5' })).toThrow(ConfigError)
})

it('believes no proxy unless one is named, and each by its address, network or name', () => {
  expect(readConfig({}).trust_proxy).toEqual([])
  expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' }).trust_proxy).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
  ])
  for (const wrong of [
    'true',
    '1',
    '*',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    'loopback,,',
    '10.0.0',
  ])
    expect(problems({ TRUST_PROXY: wrong }), wrong).toEqual([expect.stringContaining('TRUST_PROXY must be')])
})

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_12345678',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
}

it('cards are taken with all three keys of one kind, or not at all', () => {
  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig({ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_12345678, whsec_abcdefgh' }).stripe).toEqual({
    secret_key: 'sk_test_12345678',
    publishable_key: 'pk_test_12345678',
    webhook_secrets: ['whsec_12345678', 'whsec_abcdefgh'],
    currencies: ['USD'],
    api_base: undefined,
  })
  expect(readConfig({ ...STRIPE, STRIPE_CURRENCIES: 'usd, MXN' }).stripe?.currencies).toEqual(['USD', 'MXN'])
  expect(problems({ ...STRIPE, STRIPE_CURRENCIES: 'dollars' })[0]).toMatch(/^STRIPE_CURRENCIES must be/)
  for (const name of Object.keys(STRIPE))
    expect(problems({ ...STRIPE, [name]: '' })).toEqual([
      `${name} is missing: set all of STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PUBLISHABLE_KEY, or none of them`,
    ])
  expect(problems({ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_live_12345678' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be for tests, or both be live',
  ])
  expect(problems({ ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_12345678' })[0]).toMatch(
    /^STRIPE_SECRET_KEY must be/,
  )
})

it('the keys go to nobody but Stripe, but for tests on the same machine', () => {
  const STRIPE_API_BASE = 'http://127.0.0.1:4242'
  expect(readConfig({ ...STRIPE, STRIPE_API_BASE }).stripe?.api_base).toBe(STRIPE_API_BASE)
  expect(problems({ ...STRIPE, STRIPE_API_BASE: 'https://stripe.example' })).toHaveLength(1)
  const inProduction = { NODE_ENV: 'production', PUBLIC_URL: 'https://tarima.example' }
  expect(problems({ ...STRIPE, ...inProduction, STRIPE_API_BASE })).toEqual([
    'STRIPE_API_BASE is for tests: in production the keys are sent to Stripe alone',
  ])
})

it('connects browsers by the servers that are named, and relays with a secret alone', () => {
  expect(readConfig({}).ice).toEqual({ stun_urls: [], turn: undefined })
  const TURN_URLS = 'turn:turn.example:3478?transport=udp, turns:turn.example:5349'
  expect(
    readConfig({ STUN_URLS: 'stun:a.example:3478', TURN_URLS, TURN_SECRET: 's'.repeat(16) }).ice,
  ).toEqual({
    stun_urls: ['stun:a.example:3478'],
    turn: {
      urls: ['turn:turn.example:3478?transport=udp', 'turns:turn.example:5349'],
      secret: 's'.repeat(16),
    },
  })
  expect(problems({ TURN_URLS })).toEqual([expect.stringMatching(/^TURN_SECRET is missing/)])
  expect(problems({ TURN_SECRET: 's'.repeat(16) })).toEqual([expect.stringMatching(/^TURN_URLS is missing/)])
  expect(problems({ STUN_URLS: 'https://stun.example' })).toHaveLength(1)
  expect(problems({ TURN_URLS: 'stun:turn.example', TURN_SECRET: 'short' })).toHaveLength(2)
})

it('a container is told everything that can be set, but for what it is itself and what is for tests', () => {
  const compose = readFileSync(path.resolve(import.meta.dirname, '../../../deploy/compose.yaml'), 'utf8')
  const told = new Set([...compose.matchAll(/^ {6}([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name))
  const own = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'DEMO', 'STRIPE_API_BASE', 'TARIMA_OPEN_DEVELOPMENT']
  expect(SETTINGS.filter((name) => !told.has(name)).sort()).toEqual(own.sort())
})
