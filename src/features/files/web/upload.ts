import type { Endpoint, ReplyOf } from '#core/contract/endpoint.ts'
import { headersNow, type InputOf, refused, unreached, urlOf } from '#core/web/ask.ts'
import { useSession } from '#features/accounts/web/session.ts'

/**
 * Sends a file; XMLHttpRequest because fetch tells nothing of how far it is. Of the endpoint pages have its address alone.
 * @param name what the file is called for the server
 * @param onProgress share that has been sent, 0 to 1
 * @throws ApiError with the server's reason, status 0 when it didn't get there; AbortError when it was stopped
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { file, name }: { file: Blob; name: string },
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  const { accessToken } = useSession.getState()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const unreachable = () => reject(unreached())
    request.open(endpoint.method, urlOf(endpoint, input))
    for (const [name, value] of Object.entries(headersNow())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = unreachable
    request.ontimeout = unreachable
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    request.onload = () => {
      let answer: unknown = null
      try {
        answer = JSON.parse(request.responseText)
      } catch {
        // not ours: a proxy's page, say
      }
      const isKept = request.status >= 200 && request.status < 300 && typeof answer === 'object' && answer
      if (isKept) resolve(answer as ReplyOf<E>)
      else reject(refused(endpoint, request.status, answer, accessToken))
    }
    signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file, name)
    request.send(form)
  })
}
