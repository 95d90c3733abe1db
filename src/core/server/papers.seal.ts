import { createPrivateKey, generateKeyPair, randomBytes, sign, X509Certificate } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { asn1, pkcs12, pki } from 'node-forge'
import { type Config, ConfigError } from './config.ts'

/*
 * What papers are sealed with: a key of this installation, and the certificate that goes with it.
 */

/** A private key and its certificate, then those of who issued it; PEM. */
export interface Seal {
  key: string
  chain: readonly [string, ...string[]]
}

const FILE = 'signing.pem'
const YEARS = 20

/** Large, and needed only where a key is made or comes in a PKCS#12 file. */
const loadForge = async () => (await import('node-forge')).default

const seals = new WeakMap<Config, Promise<Seal>>()

/**
 * The key that papers are sealed with: that of SIGNING_P12, else DATA_DIR/signing.pem, which the first to ask makes.
 * @throws ConfigError when it can't be opened or written
 */
export function sealOf(config: Config): Promise<Seal> {
  const opened = seals.get(config) ?? openSeal(config)
  seals.set(config, opened)
  // What can't be opened now is tried again the next time.
  opened.catch(() => seals.delete(config))
  return opened
}

async function openSeal(config: Config): Promise<Seal> {
  const { signing, data_dir } = config
  if (signing) {
    try {
      return await sealIn(await readFile(signing.p12), signing.password)
    } catch (error) {
      throw new ConfigError([`SIGNING_P12 ${signing.p12} can't be used: ${(error as Error).message}`])
    }
  }
  const file = path.join(data_dir, FILE)
  try {
    return sealOfPem(await pemIn(file, new URL(config.public_url).host))
  } catch (error) {
    throw new ConfigError([`DATA_DIR can't keep ${FILE}: ${(error as Error).message}`])
  }
}

/** What is in the file; made there first where nothing is. Of several that make it at once, one wins. */
async function pemIn(file: string, host: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (known !== null) return known
  await mkdir(path.dirname(file), { recursive: true })
  const own = `${file}.${randomBytes(6).toString('hex')}`
  try {
    // On the disk before it has its name: half a key would be found there for ever.
    await writeFile(own, await newPem(host), { mode: 0o600, flush: true })
    await link(own, file).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(own, { force: true })
  }
  return readFile(file, 'utf8')
}

/** A new key with a certificate that it signs itself. */
async function newPem(host: string): Promise<string> {
  const [pair, forge] = await Promise.all([
    promisify(generateKeyPair)('rsa', {
      modulusLength: 3072,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
    loadForge(),
  ])
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey)
  // Positive, as the standard wants it.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  const begins = new Date()
  certificate.validity.notBefore = begins
  certificate.validity.notAfter = new Date(begins)
  certificate.validity.notAfter.setUTCFullYear(begins.getUTCFullYear() + YEARS)
  const name = [
    { name: 'organizationName', value: 'Tarima' },
    { name: 'commonName', value: host },
  ]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  // Signed by Node: the library would take a tenth of a second of the event loop.
  const key: Pick<pki.rsa.PrivateKey, 'sign'> = {
    sign: () => {
      const signed = Buffer.from(forge.asn1.toDer(certificate.tbsCertificate).getBytes(), 'binary')
      return sign('sha256', signed, pair.privateKey).toString('binary')
    },
  }
  certificate.sign(key as pki.rsa.PrivateKey, forge.md.sha256.create())
  return `${pair.privateKey}${forge.pki.certificateToPem(certificate).replaceAll('\r', '')}`
}

const PEM = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----\n?/g

function sealOfPem(pem: string): Seal {
  const parts = [...pem.matchAll(PEM)].map(([text, kind = '']) => ({ text, kind }))
  const key = parts.find(({ kind }) => kind.endsWith('PRIVATE KEY'))?.text
  if (!key) throw new Error('it has no private key')
  return sealWith(
    key,
    parts.filter(({ kind }) => kind === 'CERTIFICATE').map(({ text }) => text),
  )
}

/** The certificate of the key comes first. */
function sealWith(key: string, certificates: readonly string[]): Seal {
  const own = certificates.find((one) => new X509Certificate(one).checkPrivateKey(createPrivateKey(key)))
  if (!own) throw new Error('it has no certificate of its private key')
  return { key, chain: [own, ...certificates.filter((one) => one !== own)] }
}

/** What a PKCS#12 file holds. @throws when the password is wrong or something is missing */
async function sealIn(p12: Buffer, password: string): Promise<Seal> {
  const forge = await loadForge()
  const derOf = (node: asn1.Asn1) => Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary')
  const { oids } = forge.pki
  const opened = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(p12.toString('binary')), false, password)
  const bagsOf = (type: string): pkcs12.Bag[] => opened.getBags({ bagType: type })[type] ?? []
  const [bag] = [...bagsOf(oids.pkcs8ShroudedKeyBag ?? ''), ...bagsOf(oids.keyBag ?? '')]
  if (!bag) throw new Error('it has no private key')
  // Keys and certificates that the library doesn't know (elliptic curves) come as they were written.
  const key = createPrivateKey(
    bag.key ? forge.pki.privateKeyToPem(bag.key) : { key: derOf(bag.asn1), format: 'der', type: 'pkcs8' },
  )
  const certificates = bagsOf(oids.certBag ?? '').map((one) =>
    new X509Certificate(derOf(one.cert ? forge.pki.certificateToAsn1(one.cert) : one.asn1)).toString(),
  )
  return sealWith(key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificates)
}
