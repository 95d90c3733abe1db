// Moves a page that the server drew for a stranger (found.server.tsx): it is shown and read first, and the app takes it
// over once the browser has nothing else to do, or with the first touch.
import { isSignedIn, startApp } from './drawn.ts'

const TOUCHES = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin'] as const
/** Nobody waits longer for the app, however busy the browser is with the page. */
const SOON_MS = 1_000

function start() {
  for (const touch of TOUCHES) removeEventListener(touch, start, true)
  // Without the app the page can still be read, and its links followed.
  startApp().catch(() => {})
}

/** Not every browser says when it has nothing to do. */
const whenIdle = () =>
  'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: SOON_MS }) : setTimeout(start, 1)

// Whoever is signed in has a menu around the page; and what is filled in would be lost.
if (isSignedIn() || document.querySelector('#root input')) start()
else {
  for (const touch of TOUCHES) addEventListener(touch, start, { capture: true, passive: true })
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
