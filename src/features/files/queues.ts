import { queue } from '#core/server/queues.ts'

/** Where the bytes of a file are stored. */
export interface StoredParts {
  key: string
  parts: string[]
}

/** Bytes of a file that no row names any more. */
export const removals = queue<StoredParts>({ name: 'files.remove' })
