/** The app has put its own in the place of what was drawn. */
export const THERE = 'app-is-there'

const nameOf = (element: Element): string =>
  element.getAttribute('aria-label') ?? element.getAttribute('href') ?? element.textContent ?? ''

/**
 * What stands for a link or a button of a drawn page once the app has put its own in its place: the same kind of thing by
 * the same name, of several the same one.
 * @returns finds it; nothing where there is none
 */
export function twinOf(element: Element): () => HTMLElement | undefined {
  const name = nameOf(element)
  const all = () =>
    [...document.querySelectorAll<HTMLElement>(`#root ${element.localName}`)].filter(
      (one) => nameOf(one) === name,
    )
  const at = all().indexOf(element as HTMLElement)
  return () => all()[at]
}
