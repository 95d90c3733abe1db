import { useWords } from '#features/hiring/web/words.ts'
import type { RequestMoment } from '../contract.ts'

/** What a moment is called: the hunter's own name for it, else its intent's. */
export function useMomentName() {
  const words = useWords()
  return ({ title, intent }: Pick<RequestMoment, 'title' | 'intent'>) => title ?? words.intent(intent)
}
