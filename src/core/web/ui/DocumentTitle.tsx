import { useContext, useLayoutEffect } from 'react'
import { OwnTitle } from '../ownTitle.ts'

/** A title of a page's own (a name, a place), wherever it is drawn; see ownTitle.ts. */
export function DocumentTitle({ title }: { title: string }) {
  const setTitle = useContext(OwnTitle)
  useLayoutEffect(() => {
    setTitle?.(title)
    return () => setTitle?.(null)
  }, [setTitle, title])
  return setTitle ? null : <title>{title}</title>
}
