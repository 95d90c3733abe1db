import type { Endpoint } from '#core/contract/endpoint.ts'
import { ApiError, headersNow, type InputOf, refused, unreached, urlOf } from './ask.ts'

/** The name that the server gives a file: as it is written, else in plain letters. */
export function nameIn(disposition: string | null): string {
  const [, written] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  if (written) return decodeURIComponent(written)
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? ''
}

/**
 * Fetches a file as whoever is signed in.
 * @returns its bytes, and the name that the server gives it
 * @throws ApiError with the server's message in the person's language
 */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
): Promise<{ file: Blob; name: string }> {
  const headers: Record<string, string> = { ...headersNow(), accept: '*/*' }
  const [, token = null] = headers.authorization?.split(' ') ?? []
  try {
    const response = await fetch(urlOf(endpoint, input), { headers })
    if (!response.ok) throw refused(endpoint, response.status, await response.json().catch(() => null), token)
    return { file: await response.blob(), name: nameIn(response.headers.get('content-disposition')) }
  } catch (error) {
    throw error instanceof ApiError ? error : unreached()
  }
}

/** Hands a file to the browser, to be kept or opened. */
export function handOver(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  anchor.click()
  // Phones read it after the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Fetches a file like `fetchFile`, and hands it to the browser. @throws ApiError */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> {
  const { file, name } = await fetchFile(endpoint, input)
  handOver(file, name)
}
