/*
 * What had the focus goes: a row that was deleted, a button that is no longer offered, a dialog with the button that had
 * opened it, a page that was left. The focus then goes on nearby and isn't lost, wherever it happens: the row after it, or
 * the heading of the part that it stood in. One watcher does that for the whole document; no component has to think of it.
 */

/** After dialogs and menus have handed the focus back, milliseconds. */
const SETTLED_MS = 80

const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const CONTROL =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]'
const ROWS = 'ul, ol, tbody, [role="list"], [role="grid"], [role="rowgroup"]'
const PART = 'section, article, fieldset, form, main, [role="region"], [role="dialog"], [role="alertdialog"]'
const HEADING = 'h1, h2, h3, h4, h5, h6, legend, [role="heading"]'

/** Where a control stood: itself and what it was in, from inside to outside, each with the rows beside it then. */
interface Trail {
  /** The dialog, menu or page that it stood in. */
  root: Element
  steps: { node: Element; beside: readonly Element[] }[]
}

function trailOf(control: Element): Trail {
  const root = control.closest(OVERLAY) ?? document.body
  const steps: Trail['steps'] = []
  for (let node: Element | null = control; node && node !== root; node = node.parentElement) {
    const parent: Element | null = node.parentElement
    steps.push({ node, beside: parent?.matches(ROWS) ? [...parent.children] : [] })
  }
  return { root, steps: [...steps, { node: root, beside: [] }] }
}

const isThere = (element: Element) =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
const canBeUsed = (control: Element) => isThere(control) && !control.matches(':disabled')

const firstOf = (place: Element, what: string) => [...place.querySelectorAll(what)].find(canBeUsed)

/**
 * What the keyboard goes on with after a control that went: the row after it, or the heading of the part that it stood in.
 * Never another button beside it, which may mean the opposite.
 * @returns null where there is nothing to go on with
 */
function nextAfter({ root, steps }: Trail): Element | null {
  const at = steps.findIndex(({ node }) => isThere(node))
  const gone = steps[at - 1]
  if (gone && gone.beside.length > 0) {
    const place = gone.beside.indexOf(gone.node)
    const nearest = [...gone.beside.slice(place + 1), ...gone.beside.slice(0, place).reverse()].find(isThere)
    const control = nearest && (nearest.matches(CONTROL) ? nearest : firstOf(nearest, CONTROL))
    if (control) return control
  }
  for (
    let part = steps[at]?.node.closest(PART);
    part && root.contains(part);
    part = part.parentElement?.closest(PART)
  ) {
    const heading = firstOf(part, HEADING)
    if (heading) return heading
    // A page that is still on its way: it is where its heading will be.
    if (part.matches(`main, ${OVERLAY}`)) return part
  }
  return firstOf(root, HEADING) ?? null
}

/** What the focus was given last in place of what went: that says nothing of where somebody works. */
let handed: Element | null = null

/** Gives the focus to what usually has none, as long as it keeps it. */
function hand(place: Element | null) {
  if (!(place instanceof HTMLElement)) return
  if (!place.matches(CONTROL) && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  handed = place.matches(CONTROL) ? null : place
  place.focus({ preventScroll: true })
}

/**
 * Watches over the focus of this document, from now on.
 * @param touched what was pressed or had the focus before this was there to see it: it may have gone meanwhile
 */
export function keepFocus(touched: Element | null): void {
  /** Where the focus was, in the page and in each dialog over it; the newest last. */
  let trails: Trail[] = []
  /** A control that may not be used for now, and what has the focus meanwhile. */
  let waiting: { control: Element; place: Element | null } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = (control: Element) => {
    const trail = trailOf(control)
    trails = [...trails.filter(({ root }) => root !== trail.root), trail]
  }
  const look = () => {
    const open = trails.filter(({ root }) => isThere(root))
    const hasClosed = open.length < trails.length
    trails = open
    if (waiting && document.activeElement === waiting.place && canBeUsed(waiting.control)) {
      hand(waiting.control)
      waiting = null
    }
    const last = trails.at(-1)
    const control = last?.steps[0]?.node
    if (!last || !control || (document.activeElement ?? document.body) !== document.body) return
    // It is still here: only where a dialog went that it had opened does it want the focus back.
    if (canBeUsed(control)) return hasClosed ? hand(control) : undefined
    const place = nextAfter(last)
    hand(place)
    waiting = isThere(control) ? { control, place } : null
  }

  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(look, SETTLED_MS)
  }

  const current = document.activeElement === document.body ? null : document.activeElement
  const first = current ?? touched?.closest(CONTROL)
  if (first) remember(first)
  soon()
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target !== document.body && target !== handed) remember(target)
    handed = null
  })
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      const control = target instanceof Element ? target.closest(CONTROL) : null
      if (control) remember(control)
      // A press beside it all lets go of the focus on purpose.
      else trails = []
    },
    true,
  )
  new MutationObserver(soon).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  })
}
