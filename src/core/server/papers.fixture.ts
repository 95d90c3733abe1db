import { createHash, verify, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { getDocumentProxy } from 'unpdf'

/* Reads papers as other programs do: with Mozilla's reader, and the seal by the standard that it follows. */

interface Node {
  role: string
  alt?: string
  lang?: string
  children?: (Node | { type: string })[]
}

/** A paper as it is read: its words, its facts, and the structure that a screen reader follows. */
export async function readPaper(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const pages: string[] = []
  const roles: { role: string; alt: string | undefined; lang: string | undefined }[] = []
  /** Words that are neither in the structure nor an artifact: nobody would hear them, or know that they may be left out. */
  const lost: string[] = []
  let heard = ''
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const open: { isArtifact: boolean }[] = []
    let text = ''
    for (const item of items) {
      if ('str' in item) {
        const words = item.str + (item.hasEOL ? '\n' : '')
        text += words
        if (!open.some(({ isArtifact }) => isArtifact)) heard += words
        if (item.str.trim() && open.length === 0) lost.push(item.str)
      } else if (item.type === 'endMarkedContent') {
        open.pop()
        text += ' '
        heard += ' '
      } else {
        const isArtifact = (item as { tag?: string }).tag === 'Artifact'
        open.push({ isArtifact })
        if (!isArtifact && item.id === null) lost.push('(a mark without a place in the structure)')
      }
    }
    pages.push(text)
    const walk = (node: Node) => {
      if (node.role !== 'Root') roles.push({ role: node.role, alt: node.alt, lang: node.lang })
      for (const child of node.children ?? []) if ('role' in child) walk(child)
    }
    walk((await page.getStructTree()) as unknown as Node)
  }
  const { info, metadata } = await pdf.getMetadata()
  const facts = {
    pages,
    /** What is heard, through all pages: without their feet and what is said again at a head. */
    text: heard,
    roles,
    lost,
    title: (info as { Title?: string }).Title,
    language: (info as { Language?: string }).Language,
    marked: ((await pdf.getMarkInfo()) as { Marked?: boolean } | null)?.Marked,
    shows_title:
      ((await pdf.getViewerPreferences()) as { DisplayDocTitle?: boolean } | null)?.DisplayDocTitle ?? false,
    /** What it says that it follows, and its title, for programs. */
    xmp: String(metadata?.getRaw() ?? ''),
  }
  await pdf.loadingTask.destroy()
  return facts
}

/** The title for programs; null where it isn't XML. */
function titleIn(xmp: string): string | null {
  if (/&(?!(amp|lt|gt);)/.test(xmp)) return null
  const [, title = ''] = /<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]*>([^<]*)<\/rdf:li>/.exec(xmp) ?? []
  return title.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** What PDF/UA asks of a paper, as far as a program can tell; empty when all of it is there. */
export async function accessFaults(bytes: Buffer): Promise<string[]> {
  const { text, roles, lost, title, language, marked, shows_title, xmp } = await readPaper(bytes)
  const raw = bytes.toString('latin1')
  const count = (pattern: RegExp) => raw.match(pattern)?.length ?? 0
  const headings = roles.filter(({ role }) => /^H\d$/.test(role)).map(({ role }) => Number(role[1]))
  const faults: [boolean, string][] = [
    [marked !== true, 'it is not marked as tagged'],
    [!title || titleIn(xmp) !== title, 'it has no title'],
    [!shows_title, 'its window shows a file name in place of the title'],
    [!/^(es|en)\b/.test(language ?? ''), 'it has no language'],
    [!/<pdfuaid:part>1</.test(xmp), 'it does not say that it follows PDF/UA'],
    [!/\/StructTreeRoot \d/.test(raw), 'it has no structure'],
    [headings[0] !== 1, 'its first heading is not of level 1'],
    [
      headings.some((level, at) => at > 0 && level > (headings[at - 1] ?? 0) + 1),
      `its headings skip a level: ${headings}`,
    ],
    [roles.some(({ role, alt }) => role === 'Figure' && !alt), 'a figure says nothing'],
    [lost.length > 0, `words outside the structure: ${lost.slice(0, 3)}`],
    [/\p{Cc}/u.test(text.replace(/\s/g, '')), 'something is written that stands for no sign'],
    [count(/\/Type \/FontDescriptor/g) === 0, 'it has no fonts'],
    [count(/\/Type \/FontDescriptor/g) !== count(/\/FontFile[23]? \d/g), 'a font is not in it'],
    [
      count(/\/S \/TH\b/g) !== count(/\/Scope \/(Row|Column)/g),
      'a heading of a table says not what it heads',
    ],
    [
      count(/\/Type \/Page\b/g) !== count(/\/Tabs \/S\b/g),
      'a page says not in which order it is gone through',
    ],
  ]
  return faults.flatMap(([is, fault]) => (is ? [fault] : []))
}

const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'

/** The seal of a paper, checked as the standard says; null where there is none. */
export function sealIn(bytes: Buffer) {
  const raw = bytes.toString('latin1')
  const [, ...numbers] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(raw) ?? []
  if (numbers.length < 4) return null
  const [from = 0, length = 0, then = 0, rest = 0] = numbers.map(Number)
  const signed = Buffer.concat([bytes.subarray(from, from + length), bytes.subarray(then, then + rest)])
  const { asn1 } = forge
  const [, content] = asn1.fromDer(Buffer.from(raw.slice(length + 1, then - 1), 'hex').toString('binary'), {
    parseAllBytes: false,
  } as never).value as forge.asn1.Asn1[]
  const partsOf = (node: forge.asn1.Asn1 | undefined) => (node?.value ?? []) as forge.asn1.Asn1[]
  const bytesOf = (node: forge.asn1.Asn1 | undefined) => Buffer.from(String(node?.value ?? ''), 'binary')
  const derOf = (node: forge.asn1.Asn1) => Buffer.from(asn1.toDer(node).getBytes(), 'binary')
  const [data] = partsOf(content)
  const [, , , certificates, signers] = partsOf(data)
  const [own] = partsOf(certificates)
  const [, , , attributes, , signature] = partsOf(partsOf(signers)[0])
  if (!own || !attributes) throw new Error('the seal is not as it should be')
  const certificate = new X509Certificate(derOf(own))
  const attribute = (name: string) => {
    const found = partsOf(attributes).find(
      (one) => asn1.derToOid(String(partsOf(one)[0]?.value ?? '')) === name,
    )
    return partsOf(partsOf(found)[1])[0]
  }
  const digest = createHash('sha256').update(signed).digest()
  const named = bytesOf(partsOf(partsOf(partsOf(attribute(SIGNING_CERTIFICATE_V2))[0])[0])[0])
  const set = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SET, true, partsOf(attributes))
  return {
    kind: /\/SubFilter \/([\w.]+)/.exec(raw)?.[1],
    certificate,
    /** Everything but the place of the signature itself. */
    covers_all: from === 0 && then + rest === bytes.length && then - length <= 40_000,
    is_valid:
      bytesOf(attribute(MESSAGE_DIGEST)).equals(digest) &&
      named.equals(createHash('sha256').update(certificate.raw).digest()) &&
      verify('sha256', derOf(set), certificate.publicKey, bytesOf(signature)),
  }
}
