import { apiDocument } from './document.ts'

/* What a worker thread runs: it loads every route to read what it says of itself, and calls none. */

/** The OpenAPI document as it is sent. @param url where the API is */
export const documentText = async ({ url }: { url: string }): Promise<string> =>
  JSON.stringify((await apiDocument({ url })).document)
