/* The words of a new feature, by language and part. */

const textsOf = (
  name: string,
  title: string,
  words: { failed: string; empty: string; hint: string; full: string },
) => ({
  functionality: {
    [name]: { title, failed: words.failed, empty: { title: words.empty, text: words.hint } },
  },
  'common.refusals': { errors: { [name]: { too_many: words.full } } },
})

/** @param name the feature's plural noun; `title` is the same, as a heading */
export const newTexts = (name: string, title: string) => ({
  en: textsOf(name, title, {
    failed: `The ${name} could not be loaded`,
    empty: `No ${name} yet`,
    hint: 'Whatever you add stands here.',
    full: `You have {{count}} ${name} already.`,
  }),
  // Still to be said in Spanish by somebody who speaks it: the noun is the English one.
  es: textsOf(name, title, {
    failed: `No pudimos cargar: ${name}`,
    empty: `Aún no hay ${name}`,
    hint: 'Lo que agregues aparece aquí.',
    full: `Ya tienes {{count}}: ${name}.`,
  }),
})
