import { existsSync, readdirSync } from 'node:fs'

const source = new URL('../../', import.meta.url)

/** The folders of texts: core's and the app's common words, then each feature's own. */
export const TEXT_FOLDERS: readonly URL[] = [
  'core',
  'app',
  ...readdirSync(new URL('features/', source)).map((feature) => `features/${feature}`),
]
  .map((place) => new URL(`${place}/texts/`, source))
  .filter((folder) => existsSync(folder))
