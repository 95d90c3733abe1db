import { createContext } from 'react'

/**
 * How a page gives itself a title of its own (a name, a place) in place of the route table's; none where no app is around
 * it that has one. Two titles in one document would leave the choice to whoever reads it.
 */
export const OwnTitle = createContext<((title: string | null) => void) | null>(null)
