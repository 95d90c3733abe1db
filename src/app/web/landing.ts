// The moving parts of the landing that was drawn ahead of time (landing.server.tsx): no library, a few KB.
import { showPhoto } from '#core/web/ui/lazyPhoto.ts'
import { inkOf, waveform } from '#core/web/ui/waveform.ts'
import type { DirectoryProject } from '#features/directory/contract.ts'
import type { FeaturedTexts } from '#features/home/web/FeaturedSlot.tsx'
import { featuredOf } from '#features/home/web/featured.ts'
import { isSearch, searchOf, tellPath } from '#features/home/web/searchAddress.ts'
import { fetchApp, followStoredLanguage, isSignedIn, language, startApp } from './drawn.ts'

document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLInputElement && target.type === 'date') target.showPicker?.()
})

const form = document.querySelector<HTMLFormElement>('search form')
/** The found are the app's: it is fetched when somebody searches, and takes the page over where it stands. */
async function search() {
  document.querySelector('[data-welcome]')?.setAttribute('data-search', 'true')
  const searched = new URLSearchParams(location.search)
  document.querySelector('[data-tell]')?.setAttribute('href', tellPath(searched))
  const waiting = document.querySelector<HTMLElement>('[data-searching]')
  if (waiting) waiting.hidden = false
  try {
    await startApp()
  } catch {
    for (const part of waiting?.children ?? []) (part as HTMLElement).hidden = !part.matches('[data-failed]')
  }
}
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  history.pushState(null, '', `/welcome?${searchOf(form)}`)
  void search()
})
// The same address once more: a script that couldn't be fetched isn't asked for again otherwise.
document.querySelector('[data-retry]')?.addEventListener('click', () => location.reload())
// Whoever begins to answer will want what comes after.
form?.addEventListener('focusin', fetchApp, { once: true })
// As a date field writes it, in the visitor's own day.
for (const date of document.querySelectorAll<HTMLInputElement>('input[type=date]'))
  date.min = new Date().toLocaleDateString('en-CA')

const fill = (node: Node, values: Record<string, string>) => {
  const put = (text: string) => text.replace(/%(\w+)%/g, (all, name: string) => values[name] ?? all)
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let at = walker.nextNode(); at; at = walker.nextNode())
    if (at instanceof Element)
      for (const { name, value } of [...at.attributes]) {
        if (value.includes('%')) at.setAttribute(name, put(value))
      }
    else if (at.nodeValue?.includes('%')) at.nodeValue = put(at.nodeValue)
}

function cardOf(project: DirectoryProject): DocumentFragment {
  const template = (kind: string) => document.querySelector<HTMLTemplateElement>(`#featured-${kind}`)
  const texts = JSON.parse(template('card')?.dataset.texts ?? '{}') as FeaturedTexts
  const from =
    template(project.profile_image ? 'photo' : 'card')?.content ?? document.createDocumentFragment()
  const card = from.cloneNode(true) as DocumentFragment
  const words = {
    format: (format: string) => texts.formats[format] ?? '',
    genre: (genre: string) => texts.genres[genre] ?? '',
    from: (price: string) => texts.from.replace('%price%', price),
    on_request: texts.on_request,
  }
  const { to, rating, ...said } = featuredOf(project, words, language)
  if (!rating) card.querySelector('[data-tag]')?.remove()
  const hear = card.querySelector<HTMLButtonElement>('[data-hear]')
  if (!project.has_sound) hear?.remove()
  // The player is the app's: it is fetched when somebody wants to hear, and begins with them.
  hear?.addEventListener('click', () => {
    hear.setAttribute('aria-busy', 'true')
    document.documentElement.dataset.hear = JSON.stringify({ id: project.id, name: project.name })
    startApp().catch(() => hear.removeAttribute('aria-busy'))
  })
  const box = card.querySelector<HTMLElement>('[data-cover] > [data-loading]')
  if (box && project.profile_image)
    showPhoto(box, { src: project.profile_image, alt: '', failed: texts.image_error })
  const wave = card.querySelector('[data-cover] [data-name]')?.parentElement?.querySelector('svg')
  if (wave) {
    wave.setAttribute(
      'class',
      (wave.getAttribute('class') ?? '').replace(/text-\w+-400/, inkOf(project.name)),
    )
    const bars = wave.querySelectorAll('rect')
    waveform(project.name, bars.length).forEach((height, i) => {
      bars[i]?.setAttribute('y', String(100 - height * 100))
      bars[i]?.setAttribute('height', String(height * 100))
    })
  }
  // The template's link begins with the slash that the router put there.
  fill(card, { ...said, rating: rating ?? '', to: to.slice(1) })
  return card
}

async function showFeatured() {
  const list = document.querySelector('[data-featured]')
  const none = document.querySelector<HTMLTemplateElement>('#featured-none')
  if (!list || !none) return
  let projects: DirectoryProject[] = []
  try {
    const response = await fetch('/api/directory/featured/?limit=3')
    const answer = await response.json()
    if (response.ok) projects = answer.results
  } catch {
    // without the server the page still invites
  }
  list.replaceChildren(...(projects.length ? projects.map(cardOf) : [none.content.cloneNode(true)]))
  list.setAttribute('aria-busy', 'false')
}

const asked = new URLSearchParams(location.search)
if (isSignedIn()) {
  // Whoever is signed in has a home: the app and its guard take over.
  void startApp()
} else {
  followStoredLanguage()
  if (isSearch(asked)) {
    for (const [name, value] of asked) {
      const field = form?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
    }
    void search()
  } else if (document.readyState === 'complete') void showFeatured()
  else addEventListener('load', () => void showFeatured())
}
