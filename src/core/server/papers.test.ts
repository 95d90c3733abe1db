import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { accessFaults, readPaper, sealIn } from './papers.fixture.ts'
import { sealOf } from './papers.seal.ts'
import { type Block, drawPaper, type Paper } from './papers.ts'
import { openWorkers } from './workers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'papers-'))
const config = readConfig({ DATA_DIR: path.join(folder, 'data'), PUBLIC_URL: 'https://tarima.example' })
const side_workers = openWorkers()
afterAll(async () => {
  await side_workers.close()
  rmSync(folder, { recursive: true, force: true })
})

const BLOCKS: Block[] = [
  { kind: 'facts', rows: [['Número', 'T-2026-000012']] },
  { kind: 'heading', level: 2, text: 'Precio' },
  {
    kind: 'table',
    caption: 'Detalle del precio',
    head: ['Concepto', 'Cantidad', 'Importe'],
    rows: Array.from({ length: 60 }, (_, at) => [`Canción ${at + 1}`, '1 × Q 10.00', 'Q 10.00']),
    foot: [
      ['Descuento', '-Q 5.00'],
      ['Total a pagar', 'Q 595.00'],
    ],
  },
  { kind: 'heading', level: 3, text: 'Condiciones' },
  { kind: 'text', text: 'Ñandú, «comillas» y “citas”.\nOtra línea — con raya.' },
]
const paper: Paper = {
  title: 'Acuerdo de música en vivo',
  eyebrow: 'Acuerdo',
  language: 'es',
  parts: [
    { language: 'es', blocks: BLOCKS },
    {
      language: 'en',
      isOnNewPage: true,
      blocks: [
        { kind: 'heading', level: 2, text: 'Check it' },
        {
          kind: 'qr',
          address: 'https://tarima.example/verify-contract',
          alt: 'Leads to the page that checks it',
          caption: 'Łukasz checks it here 🎺',
        },
      ],
    },
  ],
  foot: { left: 'T-2026-000012', pages: 'Página {{page}} de {{pages}}' },
  made_at: new Date('2026-11-23T10:00:00Z'),
}

describe('a paper', () => {
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await drawPaper({ side_workers, config }, paper, { reason: 'Acuerdo', label: 'Sello' })
  }, 60_000)

  test('says what it was given, in the order in which it is read, on numbered pages', async () => {
    const { text, pages, title, language } = await readPaper(bytes)
    expect({ title, language }).toEqual({ title: 'Acuerdo de música en vivo', language: 'es' })
    for (const [before, after] of [
      ['Acuerdo de música en vivo', 'T-2026-000012'],
      ['Canción 1', 'Canción 60'],
      ['Canción 60', 'Total a pagar'],
      ['Total a pagar', '«comillas» y “citas”'],
      ['Otra línea — con raya.', 'Check it'],
    ])
      expect(text.indexOf(before as string), before).toBeLessThan(text.indexOf(after as string))
    expect(pages.length).toBeGreaterThan(2)
    for (const [at, page] of pages.entries()) expect(page).toContain(`Página ${at + 1} de ${pages.length}`)
    // Where a table goes on, its head stands again.
    expect(pages[1]).toContain('Concepto')
  })

  test('writes other alphabets and emoji, and what none of its fonts has as near as they can', async () => {
    expect((await readPaper(bytes)).text).toContain('Łukasz checks it here 🎺')
    const names = [
      'Иван Щербаков, Ґанна Їжак',
      'Γιώργος Παπαδόπουλος',
      'Nguyễn Thị Hồng Ánh',
      'Zoë Őry-Đurić',
      '🎺 👩‍🚀 👍 🇬🇹 1️⃣ ❤️ ❌',
    ]
    const said = [...names, 'Ḧ 山田 a\u200b\u200fb']
    const drawn = await drawPaper(
      { side_workers, config },
      {
        ...paper,
        title: 'Καλημέρα, Őry 🎉',
        parts: [
          {
            language: 'es',
            blocks: [
              { kind: 'facts', rows: said.map((name) => [name, name]) },
              {
                kind: 'table',
                caption: 'Иван',
                head: ['Nombre', 'Кто'],
                rows: said.map((name) => [name, name]),
                foot: [['Всего', '10 🎺']],
              },
              { kind: 'text', text: `${'Слово 🎺 '.repeat(60)}fin` },
            ],
          },
        ],
      },
    )
    const { text: lines, title } = await readPaper(drawn)
    const text = lines.replace(/\s+/g, ' ')
    expect(title).toBe('Καλημέρα, Őry 🎉')
    for (const name of names) expect(text.split(name).length, name).toBe(5)
    expect(text).toContain('H ?? ab')
    expect(text.match(/Слово 🎺/g)).toHaveLength(60)
    expect(await accessFaults(drawn)).toEqual([])
  })

  test('carries no font that it doesn’t write with', async () => {
    const fontsOf = (pdf: Buffer) =>
      new Set(
        pdf
          .toString('latin1')
          .match(/\/FontName \/[A-Z]+\+[\w-]+/g)
          ?.map((name) => name.split('+')[1]),
      )
    const plain = await drawPaper(
      { side_workers, config },
      { ...paper, parts: [{ language: 'es', blocks: BLOCKS }] },
    )
    expect([...fontsOf(plain)].filter((name) => /noto/i.test(name ?? ''))).toEqual([])
    expect([...fontsOf(bytes)].filter((name) => /noto/i.test(name ?? ''))).toHaveLength(1)
  })

  test('can be followed by a screen reader', async () => {
    expect(await accessFaults(bytes)).toEqual([])
    const { roles } = await readPaper(bytes)
    const said = new Set(roles.map(({ role }) => role))
    for (const role of ['Document', 'H1', 'H2', 'H3', 'P', 'Table', 'Caption', 'TR', 'TH', 'TD', 'Figure'])
      expect(said).toContain(role)
    expect(roles.filter(({ role }) => role === 'Sect').map(({ lang }) => lang)).toContain('en')
    expect(roles.find(({ role }) => role === 'Figure')?.alt).toBe('Leads to the page that checks it')
  })

  test('shows levels as a picture that says what it is, unless they would fill more than a page', async () => {
    const levels = (rows: number): Block => ({
      kind: 'meters',
      alt: 'Planeado y acordado: las cifras están en la tabla',
      legend: ['Planeado', 'Acordado'],
      rows: Array.from({ length: rows }, (_, at) => ({ label: `Momento ${at + 1}`, shares: [0.5, 1.2] })),
    })
    const blocks = [{ kind: 'heading', level: 2, text: 'Dinero' } as const, levels(3), levels(60)]
    const drawn = await drawPaper({ side_workers, config }, { ...paper, parts: [{ language: 'es', blocks }] })
    expect(await accessFaults(drawn)).toEqual([])
    const { roles, pages } = await readPaper(drawn)
    expect(roles.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)).toEqual([
      'Planeado y acordado: las cifras están en la tabla',
    ])
    expect(pages).toHaveLength(1)
  })

  test('begins levels on the page that they are spoken of on, and goes on with them on the next', async () => {
    const text = { kind: 'text', text: 'Una línea de texto.' } as const
    const blocks: Block[] = [
      ...Array.from({ length: 20 }, () => text),
      { kind: 'heading', level: 2, text: 'Dinero' },
      {
        kind: 'meters',
        alt: 'Las cifras están en la tabla',
        legend: ['Planeado', 'Acordado'],
        rows: Array.from({ length: 20 }, (_, at) => ({ label: `Momento ${at + 1}`, shares: [0.5, 1] })),
      },
    ]
    const drawn = await drawPaper({ side_workers, config }, { ...paper, parts: [{ language: 'es', blocks }] })
    expect(await accessFaults(drawn)).toEqual([])
    const { pages, roles } = await readPaper(drawn)
    const momentsOn = (page: string | undefined) => page?.match(/Momento \d+/g)?.length ?? 0
    expect(pages).toHaveLength(2)
    expect(momentsOn(pages[0])).toBeGreaterThan(5)
    expect(momentsOn(pages[1])).toBeGreaterThan(1)
    expect(momentsOn(pages[0]) + momentsOn(pages[1])).toBe(20)
    expect(roles.filter(({ role }) => role === 'Figure')).toHaveLength(2)
  })

  test('is sealed as a whole, and a changed byte breaks the seal', () => {
    const seal = sealIn(bytes)
    expect(seal).toMatchObject({ kind: 'ETSI.CAdES.detached', covers_all: true, is_valid: true })
    expect(seal?.certificate.subject).toContain('CN=tarima.example')
    const changed = Buffer.from(bytes)
    changed[200] = (changed[200] ?? 0) ^ 1
    expect(sealIn(changed)?.is_valid).toBe(false)
  })

  test('without a seal has none', async () => {
    const plain = await drawPaper({ side_workers, config }, paper)
    expect(sealIn(plain)).toBeNull()
    expect(await accessFaults(plain)).toEqual([])
  })

  test('keeps a title apart from what programs read in the file', async () => {
    const title = 'Boda & <b> ]]> /ByteRange [0 /********** /********** /**********]'
    const odd = await drawPaper({ side_workers, config }, { ...paper, title }, { reason: 'x', label: 'x' })
    expect(sealIn(odd)).toMatchObject({ covers_all: true, is_valid: true })
    expect(await accessFaults(odd)).toEqual([])
    expect((await readPaper(odd)).title).toContain('Boda & <b> ]]>')
  })

  test('faults are found where there are any', async () => {
    const figure = { kind: 'qr', address: 'https://tarima.example', alt: '', caption: '' } as const
    const skipping: Block[] = [{ kind: 'heading', level: 3, text: 'Sin segundo nivel' }, figure]
    const faulty = await drawPaper(
      { side_workers, config },
      { ...paper, parts: [{ language: 'es', blocks: skipping }] },
    )
    expect(await accessFaults(faulty)).toEqual(['its headings skip a level: 1,3', 'a figure says nothing'])
  })

  // Poppler is what most people's readers on Linux are made of: where it is installed, it has the last word.
  const poppler = spawnSync('pdfsig', ['-v']).error === undefined
  test.skipIf(!poppler)(
    'is read and its seal is held valid by Poppler (skipped where it isn’t installed)',
    () => {
      const file = path.join(folder, 'paper.pdf')
      writeFileSync(file, bytes)
      expect(execFileSync('pdftotext', ['-layout', file, '-']).toString()).toContain('Total a pagar')
      const said = execFileSync('pdfsig', ['-nocert', file]).toString()
      expect(said).toContain('Signature is Valid')
      expect(said).toContain('Total document signed')
    },
  )
})

describe('the key that papers are sealed with', () => {
  test('is made once, for this installation, and nobody else may read it', async () => {
    const file = path.join(folder, 'data', 'signing.pem')
    const again = () => sealOf(readConfig({ DATA_DIR: path.join(folder, 'data') }))
    const [one, other] = await Promise.all([again(), again()])
    expect(other).toEqual(one)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toContain(one.chain[0])
  })

  const p12With = (password: string) => {
    const { privateKey, publicKey } = forge.pki.rsa.generateKeyPair(2048)
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = publicKey
    certificate.serialNumber = '01'
    certificate.validity.notBefore = new Date('2026-01-01')
    certificate.validity.notAfter = new Date('2036-01-01')
    const name = [{ name: 'commonName', value: 'Una autoridad' }]
    certificate.setSubject(name)
    certificate.setIssuer(name)
    certificate.sign(privateKey, forge.md.sha256.create())
    const p12 = forge.pkcs12.toPkcs12Asn1(privateKey, [certificate], password, { algorithm: 'aes256' })
    const file = path.join(folder, 'seal.p12')
    writeFileSync(file, Buffer.from(forge.asn1.toDer(p12).getBytes(), 'binary'))
    return file
  }

  test('may be one that an authority certified', async () => {
    const given = { SIGNING_P12: p12With('secreto'), SIGNING_PASSWORD: 'secreto' }
    const seal = await sealOf(readConfig(given))
    expect(new X509Certificate(seal.chain[0]).subject).toBe('CN=Una autoridad')
    const bytes = await drawPaper({ side_workers, config: readConfig(given) }, paper, {
      reason: 'x',
      label: 'x',
    })
    expect(sealIn(bytes)?.is_valid).toBe(true)
    await expect(sealOf(readConfig({ ...given, SIGNING_PASSWORD: 'otro' }))).rejects.toThrow(
      /^.*\n {2}SIGNING_P12/,
    )
    await expect(sealOf(readConfig({ SIGNING_P12: '/no/such.p12' }))).rejects.toThrow(/ENOENT/)
  })
})
