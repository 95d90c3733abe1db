import { headersNow, refused, unreached } from '#core/web/ask.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { UploadedFile, uploadFile } from '../contract.ts'

/**
 * Sends a picture; XMLHttpRequest because fetch tells nothing of how far it is.
 * @param onProgress share that has been sent, 0 to 1
 * @throws ApiError with the server's reason, status 0 when it didn't get there; AbortError when it was stopped
 */
export function upload(
  picture: Blob,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<UploadedFile> {
  const { accessToken } = useSession.getState()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const unreachable = () => reject(unreached())
    request.open(uploadFile.method, uploadFile.path)
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
      const file = UploadedFile.safeParse(answer)
      if (request.status >= 200 && request.status < 300 && file.success) resolve(file.data)
      else reject(refused(uploadFile, request.status, answer, accessToken))
    }
    signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', picture, 'picture.jpg')
    request.send(form)
  })
}
