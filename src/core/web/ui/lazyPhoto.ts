// How an image is fetched late, with the browser's own means: the pages drawn ahead of time do it without a library.

/** How near the screen a box must come. */
const MARGIN = 100

/** Calls back once, as soon as a box comes within 100 px of the screen. Answers how to stop waiting. */
export function whenNear(box: Element, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      run()
    },
    { rootMargin: `${MARGIN}px` },
  )
  observer.observe(box)
  return () => observer.disconnect()
}

/** Whether a box is that near already. */
export function isNearNow(box: Element): boolean {
  const { top, bottom, left, right } = box.getBoundingClientRect()
  return (
    bottom > -MARGIN &&
    top < innerHeight + MARGIN &&
    right > -MARGIN &&
    left < innerWidth + MARGIN &&
    bottom > top
  )
}

export interface Photo {
  src: string
  alt: string
  width?: number | undefined
  height?: number | undefined
  /** The text in its place when it fails. */
  failed: string
}

/**
 * Fills a box (LazyImage draws it) with a photo when it comes near the screen. The box shimmers while it has
 * `data-loading`. Answers how to stop.
 */
export function showPhoto(box: HTMLElement, { src, alt, width, height, failed }: Photo): () => void {
  box.replaceChildren()
  box.toggleAttribute('data-loading', true)
  return whenNear(box, () => {
    const photo = new Image()
    photo.alt = alt
    if (width) photo.width = width
    if (height) photo.height = height
    photo.decoding = 'async'
    photo.className = 'absolute inset-0 size-full object-cover opacity-0'
    photo.onload = () => {
      photo.classList.remove('opacity-0')
      box.removeAttribute('data-loading')
    }
    photo.onerror = () => {
      const text = document.createElement('span')
      text.className = 'absolute inset-0 grid place-items-center p-3 text-center text-sm text-ink-2'
      text.textContent = failed
      box.replaceChildren(text)
      box.removeAttribute('data-loading')
    }
    photo.src = src
    box.replaceChildren(photo)
  })
}
