import { type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '#core/web/ask.ts'

/** One upload at a time: how far it is, what went wrong, and what failed for another try. */
export interface Uploads<Sent> {
  /** Share that has been sent, 0 to 1; null while nothing is being sent. */
  share: number | null
  error: string | null
  failed: Sent | null
  send(sent: Sent): Promise<void>
  stop(): void
  /** Says what is wrong before anything is sent. */
  say(text: string): void
  /** What one chooses a file with: whoever stopped an upload, or waited beside "stop", goes on there. */
  button: RefObject<HTMLButtonElement | null>
}

/** @param deliver sends it; its refusal is shown, and stopping it says nothing */
export function useUpload<Sent>(
  deliver: (sent: Sent, onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>,
): Uploads<Sent> {
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [failed, setFailed] = useState<Sent | null>(null)
  const abort = useRef<AbortController | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasSending = useRef(false)
  useEffect(() => () => abort.current?.abort(), [])
  useEffect(() => {
    if (wasSending.current && share === null && document.activeElement === document.body)
      button.current?.focus()
    wasSending.current = share !== null
  }, [share])

  const send = async (sent: Sent) => {
    abort.current = new AbortController()
    setError(null)
    setFailed(null)
    setShare(0)
    try {
      await deliver(sent, setShare, abort.current.signal)
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === 'AbortError') return
      if (!(problem instanceof ApiError)) throw problem
      setError(problem.message)
      setFailed(() => sent)
    } finally {
      setShare(null)
    }
  }
  const say = (text: string) => {
    setFailed(null)
    setError(text)
  }
  return { share, error, failed, send, stop: () => abort.current?.abort(), say, button }
}
