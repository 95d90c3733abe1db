import { createContext } from 'react'

/**
 * Where the pages are, e.g. `https://tarima.gt`, for tags that name whole addresses. In a browser it is where the page
 * came from; a server that draws a page says its own.
 */
export const Origin = createContext(globalThis.location?.origin ?? '')
