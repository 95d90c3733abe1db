/* A PDF of several pages, small enough to read: each has its number in large letters, the last is a scan. */

/** What a fax made of a black square of 64 pixels (CCITT, group 4): what scanned scores are stored as. */
function blackSquare(): Buffer {
  const rows = `001${'00110101'}${'0000001111'}${'0000110111'}${'11'.repeat(63)}`
  const bits = `${rows}${'000000000001'.repeat(2)}`
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** @param pages how many, the scan among them */
export function scoreOf(pages: number): Buffer {
  const stream = (dictionary: string, data: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
      Buffer.from(data),
      Buffer.from('\nendstream'),
    ])
  const kids = Array.from({ length: pages }, (_, n) => 5 + 2 * n)
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(
      '/Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>',
      blackSquare(),
    ),
  ]
  for (let n = 1; n <= pages; n++) {
    const drawing =
      n === pages ? 'q 300 0 0 300 150 300 cm /Scan Do Q' : `BT /F 200 Tf 200 400 Td (${n}) Tj ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + 2 * n} 0 R /Resources << /Font << /F 3 0 R >> /XObject << /Scan 4 0 R >> >> >>`,
      stream('', drawing),
    )
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  const add = (part: Buffer) => parts.push(part)
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [n, object] of objects.entries()) {
    places.push(length())
    add(Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const at = length()
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
