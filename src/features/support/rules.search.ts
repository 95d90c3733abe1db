import { MOST_WORDS, sayingNearly } from '#core/contract/spelling.ts'
import { normalized, wordsIn } from '#core/contract/words.ts'

/** Words that say nothing of what somebody asks about, as they are normalized. */
const LITTLE = new Set(
  wordsIn(
    'a al como con cual cuando de del donde e el en es esta este hay la las lo los me mi mis no o para pero por porque puedo que quien quiero se si sin su tengo tu un una y ya yo an and are at can do does for from have how i in is it me my not of on or the this to we what when where which who why will with you your',
  ),
)
/** What stands in the title says more about an answer than what stands in its text. */
const IN_TITLE = 3

/**
 * Which answers are about what somebody typed, the best first: those that say most of its words, nearly so being enough.
 * @returns their places in the list
 */
export function answersTo(articles: readonly { title: string; text: string }[], typed: string): number[] {
  const all = wordsIn(typed)
  const telling = all.filter((word) => !LITTLE.has(word))
  const wanted = (telling.length > 0 ? telling : all).slice(0, MOST_WORDS)
  if (wanted.length === 0) return []
  const titles = articles.map(({ title }) => title)
  const whole = articles.map(({ title, text }) => `${title}\n${text}`)
  const found = articles.map((_, at) => ({ at, words: 0, weight: 0 }))
  for (const word of wanted) {
    const [inTitle, somewhere] = [saying(titles, word), saying(whole, word)]
    for (const one of found) {
      if (somewhere[one.at]) one.words += 1
      if (inTitle[one.at]) one.weight += IN_TITLE
    }
  }
  const most = Math.max(...found.map(({ words }) => words))
  if (most === 0) return []
  return found
    .filter(({ words }) => words === most)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .map(({ at }) => at)
}

/** As it is written where that is found anywhere, else nearly so. */
function saying(texts: readonly string[], word: string): boolean[] {
  const exactly = texts.map((text) => normalized(text).includes(word))
  return exactly.some(Boolean) ? exactly : sayingNearly(texts, word)
}
