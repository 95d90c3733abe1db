import { PERSONAL, readJson, storeJson } from './storage.ts'

/** Whose it is, and how long their session is: `local` where they stay signed in, else this tab's. */
export interface Owner {
  user_id: number | undefined
  kind: 'local' | 'session'
}

/** Rows that a browser stores of whoever is signed in, and as long as that. */
export interface StoredList<Row> {
  /** Those of whoever is signed in now; nobody else's. */
  read: () => Row[]
  /** @returns whether they are stored: not without somebody whose they are, nor where the browser refuses */
  store: (rows: readonly Row[]) => boolean
}

/** Rows that are stored under a name, of whoever `ownerNow` says. */
export function storedList<Row>(name: keyof typeof PERSONAL, ownerNow: () => Owner): StoredList<Row> {
  return {
    read: () => {
      const { user_id, kind } = ownerNow()
      const stored = readJson(kind, PERSONAL[name]) as { user_id: number; rows: Row[] } | null
      return user_id !== undefined && stored?.user_id === user_id && Array.isArray(stored.rows)
        ? stored.rows
        : []
    },
    store: (rows) => {
      const { user_id, kind } = ownerNow()
      const isOf = user_id !== undefined
      return storeJson(kind, PERSONAL[name], isOf && rows.length > 0 ? { user_id, rows } : null) && isOf
    },
  }
}
