// Moves a page that the server drew for a stranger (found.server.tsx): it is shown and read first, and the app takes it
// over once the browser has nothing else to do, or with the first touch.
import { isDrawn, isSignedIn, startApp } from './drawn.ts'
import { THERE, twinOf } from './twin.ts'

/** A press that isn't over yet is no touch: what it began on would go from under it. */
const TOUCHES = ['pointermove', 'pointerup', 'pointercancel', 'wheel', 'keydown', 'focusin'] as const
/** How long the app waits for a browser that is busy with a page that has loaded. */
const SOON_MS = 1_000
/** How long it waits for a page to load. */
const LATE_MS = 5_000

function start() {
  for (const touch of TOUCHES) removeEventListener(touch, start, true)
  // Without the app the page can still be read, and its links followed; what can't be fetched now is asked for again.
  startApp().catch(listen)
}

function listen() {
  for (const touch of TOUCHES) addEventListener(touch, start, { capture: true, passive: true })
}

/** Not every browser says when it has nothing to do. */
const whenIdle = () =>
  'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: SOON_MS }) : setTimeout(start, 1)

// A button that the app alone can move is pressed once it is there.
let press: (() => HTMLElement | undefined) | undefined
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && isDrawn() ? target.closest('#root button') : null
  if (!button || button.matches('[data-language], [data-theme-toggle], [popovertarget]')) return
  button.setAttribute('aria-busy', 'true')
  press = twinOf(button)
})
document.addEventListener(THERE, () => press?.()?.click(), { once: true })

// Whoever is signed in has a menu around the page; and what is filled in would be lost.
if (isSignedIn() || document.querySelector('#root :is(input, select, textarea)')) start()
else {
  listen()
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
  setTimeout(start, LATE_MS)
}
