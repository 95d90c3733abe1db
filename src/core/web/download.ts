import type { Endpoint } from '#core/contract/endpoint.ts'
import { headersNow, type InputOf, refused, unreached, urlOf } from './ask.ts'

/** The name that the server gives a file: as it is written, else in plain letters. */
export function nameIn(disposition: string | null): string {
  const [, written] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  if (written) return decodeURIComponent(written)
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? ''
}

/**
 * Fetches a file as whoever is signed in, and hands it to the browser to be kept or opened.
 * @throws ApiError with the server's message in the person's language
 */
export async function download<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<void> {
  const headers: Record<string, string> = { ...headersNow(), accept: '*/*' }
  const [, token = null] = headers.authorization?.split(' ') ?? []
  const response = await fetch(urlOf(endpoint, input), { headers }).catch(() => {
    throw unreached()
  })
  if (!response.ok) throw refused(endpoint, response.status, await response.json().catch(() => null), token)
  const address = URL.createObjectURL(await response.blob())
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = nameIn(response.headers.get('content-disposition'))
  anchor.click()
  // Phones read it after the press is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
