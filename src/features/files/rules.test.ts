import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pictureUrl } from './contract.ts'
import {
  addressOf,
  documentFormatOf,
  formatFor,
  isArchiveToo,
  isTooSlow,
  lookForPolyglot,
  urlOf,
} from './rules.ts'

const SECRET = '0123456789abcdef'

describe('a body that is sent', () => {
  it('may begin slowly', () => {
    expect(isTooSlow(0, 10_000)).toBe(false)
    expect(isTooSlow(5, 11_000)).toBe(true)
  })
  it('may be as slow as the slowest network of a phone, and not slower', () => {
    for (const seconds of [11, 30, 119]) {
      expect(isTooSlow(4_000 * seconds, seconds * 1000)).toBe(false)
      expect(isTooSlow(4_000 * seconds - 1, seconds * 1000)).toBe(true)
    }
  })
})

describe('the address of a picture', () => {
  it('says id, secret and, from the second on, version', () => {
    expect(urlOf({ id: 7, secret: SECRET, version: 1 })).toBe(`/api/files/7/?v=${SECRET}`)
    expect(urlOf({ id: 7, secret: SECRET, version: 3 })).toBe(`/api/files/7/?v=${SECRET}.3`)
    expect(addressOf(`/api/files/7/?v=${SECRET}.3`)).toEqual({ id: 7, secret: SECRET })
  })

  it('is nothing else', () => {
    for (const url of [
      null,
      '/api/files/7/',
      '/api/files/7/?v=3',
      `/api/files/0/?v=${SECRET}`,
      `https://evil.test/api/files/7/?v=${SECRET}`,
      `/api/files/7/?v=${SECRET}&x`,
      `/api/files/7/../8/?v=${SECRET}`,
    ])
      expect(addressOf(url), String(url)).toBeNull()
  })

  it('names a size of it; addresses of others stay as they are', () => {
    expect(pictureUrl(`/api/files/7/?v=${SECRET}`, 'small')).toBe(`/api/files/7/small/?v=${SECRET}`)
    expect(pictureUrl('https://elsewhere.example/a.jpg', 'small')).toBe('https://elsewhere.example/a.jpg')
    expect(pictureUrl(null, 'small')).toBeUndefined()
  })
})

describe('the format of an answer', () => {
  const all = () => true

  it('is the smallest that the browser names', () => {
    expect(formatFor('image/avif,image/webp,image/apng,*/*;q=0.8', all)).toBe('avif')
    expect(formatFor('image/webp;q=0.9, */*', all)).toBe('webp')
    expect(formatFor('image/png,*/*', all)).toBe('jpeg')
    expect(formatFor('*/*', all)).toBe('jpeg')
    expect(formatFor(undefined, all)).toBe('jpeg')
  })

  it('is none that the browser refuses or that is not kept', () => {
    expect(formatFor('image/avif;q=0, image/webp', all)).toBe('webp')
    expect(formatFor('image/avif, image/webp', (format) => format !== 'avif')).toBe('webp')
  })
})

/** What comes out, and in how many steps. */
function looked(bytes: Uint8Array): { isPolyglot: boolean; steps: number } {
  const look = lookForPolyglot(bytes)
  for (let steps = 1; ; steps++) {
    const { done, value } = look.next()
    if (done) return { isPolyglot: value, steps }
  }
}
const isPolyglot = (bytes: Uint8Array) => looked(bytes).isPolyglot

describe('a polyglot', () => {
  it('is found wherever the other thing begins', () => {
    for (const other of ['<?PHP x', '<ScRiPt>', '<svg onload=x>', '%PDF-1.7', '<!DOCTYPE html>'])
      expect(isPolyglot(Buffer.concat([randomBytes(50), Buffer.from(other), randomBytes(50)])), other).toBe(
        true,
      )
  })

  it('is an archive that begins somewhere and ends near the end', () => {
    const archive = (end: string) => Buffer.from(`\xff\xd8 PK\x03\x04 a file ${end} the rest`, 'latin1')
    expect(isPolyglot(archive('PK\x05\x06'))).toBe(true)
    expect(isPolyglot(archive('PK\x07\x08'))).toBe(false)
  })

  it('is looked for in steps, so that a large picture holds nobody up, and found across two of them', () => {
    const large = Buffer.alloc(1024 * 1024, 0x7a)
    expect(looked(large)).toEqual({ isPolyglot: false, steps: 4 })
    for (const at of [256 * 1024 - 6, 256 * 1024 - 1, 256 * 1024, large.length - 7]) {
      const polyglot = Buffer.from(large)
      polyglot.write('<script', at)
      expect(isPolyglot(polyglot), String(at)).toBe(true)
    }
  })

  it('is not what the noise of a photo spells by chance', () => {
    expect(isPolyglot(Buffer.from('\xff\xd8 <sVg\x93 PK\x03\x04 %pdf', 'latin1'))).toBe(false)
  })
})

describe('a document', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')

  it('is a PDF that came whole, or a picture that everybody opens', () => {
    expect(documentFormatOf(bytes('%PDF-1.7 … %%EOF\n'))).toBe('pdf')
    expect(documentFormatOf(bytes(`%PDF-1.7 … %%EOF${' '.repeat(1000)}`))).toBe('pdf')
    expect(documentFormatOf(bytes('%PDF-1.7 …'))).toBeNull()
    expect(documentFormatOf(bytes(` %PDF-1.7 … %%EOF`))).toBeNull()
    expect(documentFormatOf(bytes('\xff\xd8\xff\xe0 a photo of a sheet'))).toBe('jpeg')
    expect(documentFormatOf(bytes('GIF89a a picture that moves'))).toBeNull()
    expect(documentFormatOf(bytes('PK\x03\x04 a text with macros'))).toBeNull()
  })

  it('isn’t an archive at the same time', () => {
    expect(isArchiveToo(bytes('%PDF-1.7 PK\x03\x04 … PK\x05\x06 %%EOF'))).toBe(true)
    expect(isArchiveToo(bytes('%PDF-1.7 <script> <html> %%EOF'))).toBe(false)
  })
})
