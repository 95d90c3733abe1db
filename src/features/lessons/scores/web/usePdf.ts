import { useEffect, useState } from 'react'
import { ApiError, unreached } from '#core/web/ask.ts'
import { fetched } from '#core/web/ui/later.tsx'
import { PAGES_MAX, readScore } from '../contract.ts'
import type { Pdf } from './pdf.ts'
import type { OpenScore } from './place.ts'

/** A score on its way to the screen. */
export type Opening =
  | { state: 'loading' }
  | { state: 'open'; pdf: Pdf }
  | { state: 'long'; pages: number }
  | { state: 'gone' | 'locked' | 'damaged' }
  | { state: 'failed'; message: string; again: () => void }

/** Fetches a score, and the program that reads it. @param score of the lesson; the same one again is not fetched again */
export function usePdf(lesson_id: number, { source, id }: Pick<OpenScore, 'source' | 'id'>): Opening {
  const [opening, setOpening] = useState<Opening>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: tries is another try
  useEffect(() => {
    let isGone = false
    let letGo = () => {}
    const see = (next: Opening) => {
      if (!isGone) setOpening(next)
    }
    const open = async () => {
      see({ state: 'loading' })
      const [reader, { fetchFile }] = await Promise.all([
        fetched(() => import('./pdf.ts')),
        fetched(() => import('#core/web/download.ts')),
      ])
      const { file } = await fetchFile(readScore, { params: { id: lesson_id, source, file: id } })
      if (isGone) return
      try {
        const pdf = await reader.openPdf(file)
        letGo = () => reader.letGo(pdf)
        if (isGone) return letGo()
        see(pdf.numPages > PAGES_MAX ? { state: 'long', pages: pdf.numPages } : { state: 'open', pdf })
      } catch (error) {
        see({ state: reader.problemOf(error) })
      }
    }
    open().catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return see({ state: 'gone' })
      // A program that can't be fetched is a connection that isn't there.
      const { message } = error instanceof ApiError ? error : unreached()
      see({ state: 'failed', message, again: () => setTries((before) => before + 1) })
    })
    return () => {
      isGone = true
      letGo()
    }
  }, [lesson_id, source, id, tries])
  return opening
}
