/** A form with one file, as a browser sends it. */
export function formOf(
  bytes: Buffer,
  { name, type }: { name: string; type: string },
): { headers: { 'content-type': string }; payload: Buffer } {
  const boundary = '----prueba'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
