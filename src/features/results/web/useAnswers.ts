import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '#core/web/ask.ts'
import type { SaveState } from '#features/hiring/brief/web/autosave.ts'
import { type Saver, saverOf } from './saver.ts'

/**
 * Answers that save themselves as they are given, also when the page is left.
 * @param stored what the server has when the page opens
 * @param merged answers with some of them given anew
 * @param save sends some answers
 */
export function useAnswers<Answers extends object>(
  stored: Answers,
  merged: <Before extends Partial<Answers>>(before: Before, given: Partial<Answers>) => Before,
  save: (given: Partial<Answers>) => Promise<unknown>,
) {
  const [answers, setAnswers] = useState(stored)
  const [saving, setSaving] = useState<{ state: SaveState; refusal: ApiError | null }>({
    state: 'idle',
    refusal: null,
  })
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  const [saver] = useState<Saver<Answers>>(() =>
    saverOf<Answers>({
      save: (given) => latest.current(given),
      merged,
      onState: (state, refusal = undefined) => setSaving({ state, refusal: refusal ?? null }),
    }),
  )
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void saver.flush()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      void saver.flush()
    }
  }, [saver])
  const give: Saver<Answers>['give'] = (given, how) => {
    setAnswers((before) => merged(before, given))
    saver.give(given, how)
  }
  return { answers, give, flush: saver.flush, ...saving }
}
