import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { placeOf } from '#core/contract/places.ts'
import { type QueryChanges, useQueryChanges } from '#core/web/address.ts'
import { ask, askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { countProjects, SORTS, searchProjects } from '#features/directory/contract.ts'
import { aheadOf, eventIn, withHours } from '#features/directory/rules.event.ts'
import { NobodyFound } from '#features/directory/web/NobodyFound.tsx'
import { ProjectCard } from '#features/directory/web/ProjectCard.tsx'
import { SearchSummary } from '#features/directory/web/SearchSummary.tsx'
import { directoryTexts } from '#features/directory/web/texts.ts'
import { SearchRefine } from './SearchRefine.tsx'
import { ANY_SORT, SORT_FIELD } from './searchAddress.ts'
import { searchTexts } from './texts.ts'

const spoken = texts(searchTexts, directoryTexts)

const PAGE = 12

/** What the search in the address asks the server; a day that has passed finds nobody and isn't asked for. */
function questionOf(params: URLSearchParams) {
  const event = withHours(aheadOf(eventIn(params), new Date()))
  const { guests: _guests, ...filters } = event
  const sort = SORTS.find((one) => one === params.get(SORT_FIELD)) ?? ANY_SORT
  return { event, filters, sort }
}

/** Who can play at the event that was searched for, under the hero of the landing, for anybody. */
export function WelcomeResults() {
  const { t } = useTexts(spoken)
  const [params, setParams] = useQueryChanges()
  const { event, filters, sort } = questionOf(params)
  const list = useInfiniteQuery(askPages(searchProjects, { query: { ...filters, sort, limit: PAGE } }))
  const count = useQuery(ask(countProjects, { query: filters }))
  const heading = useArrival()

  const change = (changes: QueryChanges, absent: QueryChanges = {}) =>
    setParams(changes, {
      absent: { [SORT_FIELD]: ANY_SORT, ...absent },
      replace: true,
      preventScrollReset: true,
    })

  return (
    <section aria-labelledby="found-title" className="page-width scroll-mt-4 px-5 pt-10 pb-6 sm:pt-14">
      <h2 id="found-title" ref={heading} tabIndex={-1} className="title-section outline-none">
        {t('found.title')}
      </h2>
      <SearchSummary event={event} count={count.data} />
      <SearchRefine
        event={event}
        sort={sort}
        hasPlace={Boolean(event.city && placeOf(event.city))}
        onChange={change}
      />
      <div className="mt-6">
        <LoadedPages
          query={list}
          waiting={
            <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
              {['a', 'b', 'c'].map((key) => (
                <Skeleton key={key} className="h-96 rounded-card" />
              ))}
            </div>
          }
          failed={t('directory.error')}
          empty={
            <NobodyFound
              as="h3"
              city={event.city}
              without={count.data?.without}
              onDrop={(field) => change({ [field]: null })}
            />
          }
        >
          {(projects, foot) => (
            <>
              <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
                {projects.map((project) => (
                  <li key={project.id} className="grid">
                    <ProjectCard project={project} event={event} as="h3" />
                  </li>
                ))}
              </ul>
              {foot}
            </>
          )}
        </LoadedPages>
      </div>
    </section>
  )
}

/** A new search brings its results into view and the keyboard to them; going back leaves the page where it was. */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const type = useNavigationType()
  // Each search has a key of its own.
  const arrival = type === 'PUSH' || key === 'default' ? key : null
  useEffect(() => {
    if (!arrival || !heading.current) return
    heading.current.focus({ preventScroll: true })
    heading.current.scrollIntoView({ block: 'start' })
  }, [arrival])
  return heading
}
