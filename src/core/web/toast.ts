let here: Promise<typeof import('./Toasts.tsx')> | undefined

function toasts() {
  here ??= import('./Toasts.tsx').catch((error) => {
    // Asked for again the next time.
    here = undefined
    throw error
  })
  return here
}

const say = (kind: 'success' | 'error', text: string) =>
  void toasts().then(
    ({ toast }) => toast[kind](text),
    () => console.warn(text),
  )

/** Says at the corner of the page how something went. The library comes with the first touch of a page. */
export const toast = {
  success: (text: string) => say('success', text),
  error: (text: string) => say('error', text),
}

/** What is said follows what somebody does: fetched then, so that it is here even when the network has gone. */
export function fetchToastsWithFirstTouch(): void {
  for (const event of ['pointerdown', 'keydown'])
    addEventListener(event, () => void toasts().catch(() => {}), { once: true, capture: true })
}
