// The moving parts of the landing that was drawn ahead of time (landing.server.tsx): no library, a few KB.
import { inkOf, waveform } from '#core/web/ui/waveform.ts'
import type { DirectoryProject } from '#features/directory/contract.ts'
import type { FeaturedTexts } from '#features/home/web/FeaturedSlot.tsx'
import { followStoredLanguage, isSignedIn, language, startApp } from './drawn.ts'

document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLInputElement && target.type === 'date') target.showPicker?.()
})

// An empty answer isn't an answer: it stays out of the address.
document.querySelector('search form')?.addEventListener('formdata', (event) => {
  const { formData } = event as FormDataEvent
  for (const [name, value] of [...formData]) if (!String(value).trim()) formData.delete(name)
})
for (const date of document.querySelectorAll<HTMLInputElement>('input[type=date]'))
  date.min = new Date().toISOString().slice(0, 10)

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

/** What LazyImage does in the app: fetched within 100 px of the screen, a text where it fails. */
function photoOf(src: string, error: string): HTMLElement {
  const box = document.createElement('span')
  box.className = 'grid size-full place-items-center bg-surface-2 text-sm text-ink-2'
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      const photo = new Image()
      photo.alt = ''
      photo.className = 'size-full object-cover'
      photo.onerror = () => box.replaceChildren(error)
      photo.src = src
      box.replaceChildren(photo)
    },
    { rootMargin: '100px' },
  )
  observer.observe(box)
  return box
}

function cardOf(project: DirectoryProject, template: HTMLTemplateElement): DocumentFragment {
  const texts = JSON.parse(template.dataset.texts ?? '{}') as FeaturedTexts
  const card = template.content.cloneNode(true) as DocumentFragment
  const locale = language === 'es' ? 'es-US' : 'en-US'
  const price =
    project.price_from === null
      ? texts.on_request
      : texts.from.replace(
          '%price%',
          new Intl.NumberFormat(locale, {
            style: 'currency',
            currency: project.currency,
            currencyDisplay: 'narrowSymbol',
            minimumFractionDigits: project.price_from % 100 === 0 ? 0 : 2,
          }).format(project.price_from / 100),
        )
  const [format, genre] = [project.formats[0], project.genres[0]]
  const facts = [format && texts.formats[format], genre && texts.genres[genre], project.city]
  if (project.rating === null) card.querySelector('[data-tag]')?.remove()
  const wave = card.querySelector('[data-cover] > svg')
  if (project.profile_image && wave) wave.replaceWith(photoOf(project.profile_image, texts.image_error))
  else if (wave) {
    wave.setAttribute(
      'class',
      (wave.getAttribute('class') ?? '').replace(/text-\w+-400/, inkOf(project.name)),
    )
    const bars = wave.querySelectorAll('rect')
    waveform(project.name, bars.length).forEach((height, i) => {
      bars[i]?.setAttribute('y', String(50 - height * 50))
      bars[i]?.setAttribute('height', String(height * 100))
    })
  }
  fill(card, {
    // The template's link begins with the slash that the router put there.
    to: `profile/musician/${project.id}`,
    name: project.name,
    facts: facts.filter(Boolean).join(' · '),
    price,
    rating: (project.rating ?? 0).toFixed(1),
  })
  return card
}

async function showFeatured() {
  const list = document.querySelector('[data-featured]')
  const card = document.querySelector<HTMLTemplateElement>('#featured-card')
  const none = document.querySelector<HTMLTemplateElement>('#featured-none')
  if (!list || !card || !none) return
  let projects: DirectoryProject[] = []
  try {
    const response = await fetch('/api/directory/featured/?limit=3')
    const answer = await response.json()
    if (response.ok) projects = answer.results
  } catch {
    // without the server the page still invites
  }
  list.replaceChildren(
    ...(projects.length ? projects.map((project) => cardOf(project, card)) : [none.content.cloneNode(true)]),
  )
  list.setAttribute('aria-busy', 'false')
}

if (isSignedIn()) {
  // Whoever is signed in has a home: the app and its guard take over.
  startApp()
} else {
  followStoredLanguage()
  if (document.readyState === 'complete') void showFeatured()
  else addEventListener('load', () => void showFeatured())
}
