import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import type { Seal } from './papers.seal.ts'

/*
 * The signature in a sealed paper, as a PAdES baseline has it (ETSI EN 319 142-1, level B): a detached CMS whose signed
 * attributes name the certificate.
 */

const { asn1 } = forge
const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class
const { SEQUENCE, SET, OID, OCTETSTRING, INTEGER, NULL } = asn1.Type
type Node = forge.asn1.Asn1

const derOf = (node: Node): Buffer => Buffer.from(asn1.toDer(node).getBytes(), 'binary')
const nodeOf = (der: Buffer): Node => asn1.fromDer(der.toString('binary'))
const sequence = (...parts: Node[]) => asn1.create(UNIVERSAL, SEQUENCE, true, parts)
const set = (...parts: Node[]) => asn1.create(UNIVERSAL, SET, true, parts)
const tagged = (tag: number, parts: Node[]) =>
  asn1.create(CONTEXT_SPECIFIC, tag as forge.asn1.Type, true, parts)
const oid = (name: string) => asn1.create(UNIVERSAL, OID, false, asn1.oidToDer(name).getBytes())
const octets = (bytes: Buffer) => asn1.create(UNIVERSAL, OCTETSTRING, false, bytes.toString('binary'))
const integer = (value: number) => asn1.create(UNIVERSAL, INTEGER, false, asn1.integerToDer(value).getBytes())
const nothing = () => asn1.create(UNIVERSAL, NULL, false, '')

const DATA = '1.2.840.113549.1.7.1'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11'
const SHA256_WITH_ECDSA = '1.2.840.10045.4.3.2'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** Who issued a certificate and its number, as they stand in it. */
function issuerAndSerial(certificate: Node): [Node, Node] {
  const [facts] = certificate.value as Node[]
  const fields = (facts?.value ?? []) as Node[]
  // The version stands before them, but in the first one.
  const at = fields[0]?.tagClass === CONTEXT_SPECIFIC ? 1 : 0
  const [serial, issuer] = [fields[at], fields[at + 2]]
  if (!serial || !issuer) throw new Error('a certificate can’t be read')
  return [issuer, serial]
}

/**
 * Signs bytes: a detached CMS signature as PAdES wants it. The time stands in the paper, not in here.
 * @returns DER
 */
export function signatureOf(bytes: Buffer, { key, chain }: Seal): Buffer {
  const certificates = chain.map((pem) => new X509Certificate(pem).raw)
  const [own] = certificates
  if (!own) throw new Error('a seal has no certificate')
  const attribute = (name: string, value: Node) => sequence(oid(name), set(value))
  const attributes = [
    attribute(CONTENT_TYPE, oid(DATA)),
    attribute(MESSAGE_DIGEST, octets(sha256(bytes))),
    // Which certificate it is: without it another one for the same key could take its place.
    attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(sequence(octets(sha256(own)))))),
  ].sort((a, b) => Buffer.compare(derOf(a), derOf(b)))
  const secret = createPrivateKey(key)
  const signature = sign('sha256', derOf(set(...attributes)), secret)
  const algorithm =
    secret.asymmetricKeyType === 'rsa'
      ? sequence(oid(SHA256_WITH_RSA), nothing())
      : sequence(oid(SHA256_WITH_ECDSA))
  const signer = sequence(
    integer(1),
    sequence(...issuerAndSerial(nodeOf(own))),
    sequence(oid(SHA256)),
    tagged(0, attributes),
    algorithm,
    octets(signature),
  )
  const signed = sequence(
    integer(1),
    set(sequence(oid(SHA256))),
    sequence(oid(DATA)),
    tagged(0, certificates.map(nodeOf)),
    set(signer),
  )
  return derOf(sequence(oid(SIGNED_DATA), tagged(0, [signed])))
}
