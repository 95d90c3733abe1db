/** A name without accents, case and space around it. */
export const normalized = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .trim()
    .toLowerCase()

/** Its words, each as {@link normalized} writes it. */
export const wordsIn = (text: string): string[] =>
  normalized(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
