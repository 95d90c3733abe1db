import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { placeOf } from '#core/contract/places.ts'
import { ask, askPages } from '#core/web/ask.ts'
import { Origin } from '#core/web/origin.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages, rowsOf } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { PublicHead } from '#core/web/ui/PublicHead.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { projectTerms } from '#features/projects/web/texts.ts'
import type { Genre } from '#features/services/contract.ts'
import { type DirectoryProject, listGenres, listTowns, searchProjects } from '../contract.ts'
import { eventQuery } from '../rules.event.ts'
import { placePath } from '../rules.places.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { placeAsked } from './placeAsked.ts'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts, projectTerms)

/** /musicos/:city and /musicos/:city/:genre: who plays there, for whoever comes from outside. */
export function PlacePage() {
  const { t } = useTexts(spoken)
  const [address] = useSearchParams()
  const asked = placeAsked(useParams(), address)
  const list = useInfiniteQuery({
    ...askPages(searchProjects, { query: asked?.query ?? { sort: 'recommended' } }),
    enabled: asked !== null,
  })
  const found = rowsOf(list)
  const town = asked && nameOf(asked.town, found)
  const next = list.data?.pages.at(-1)?.next
  const nobody = (
    <EmptyState
      as="h2"
      title={t('directory.place.nobody')}
      action={<LinkButton to="/welcome">{t('directory.place.search')}</LinkButton>}
    >
      {t('directory.place.nobody_text')}
    </EmptyState>
  )
  return (
    <PublicFrame>
      {asked && town ? (
        <Place town={town} asked={asked.town} genre={asked.genre} found={found}>
          <LoadedPages
            query={list}
            failed={t('directory.error')}
            waiting={<Skeleton className="h-72 rounded-card" />}
            empty={nobody}
          >
            {(rows, foot) => (
              <>
                <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
                  {rows.map((project) => (
                    <li key={project.id} className="grid">
                      <ProjectCard project={project} />
                    </li>
                  ))}
                </ul>
                {foot}
                {next && town && (
                  <noscript>
                    <Link
                      rel="next"
                      to={`${placePath(town, asked?.genre)}?${new URLSearchParams({ cursor: next })}`}
                      className="inline-flex min-h-11 items-center font-medium text-accent"
                    >
                      {t('common:more')}
                    </Link>
                  </noscript>
                )}
              </>
            )}
          </LoadedPages>
        </Place>
      ) : (
        <>
          <h1 className="sr-only">{t('directory.place.nobody')}</h1>
          {nobody}
        </>
      )}
    </PublicFrame>
  )
}

/** A town by its own name: as we know it, or as those write it who live there. */
const nameOf = (town: string, found: readonly DirectoryProject[]) =>
  placeOf(town)?.city ??
  found.find(({ city }) => city)?.city ??
  town.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

function Place({
  town,
  asked,
  genre,
  found,
  children,
}: {
  town: string
  /** The town as the address says it. */
  asked: string
  genre: Genre | undefined
  found: readonly DirectoryProject[]
  children: ReactNode
}) {
  const { t } = useTexts(spoken)
  const origin = useContext(Origin)
  const music = genre && t(`business:terms.genres.${genre}`)
  const title = music
    ? t('directory.place.title_genre', { music, town })
    : t('directory.place.title', { town })
  const path = placePath(town, genre)
  const genres = useQuery(ask(listGenres, { query: { city: asked } })).data?.results ?? []
  const others = genres.filter((one) => one !== genre)
  const text = music ? t('directory.place.text_genre', { music, town }) : t('directory.place.text', { town })
  const here = placeOf(town)
  const towns = useQuery(ask(listTowns, {})).data?.results ?? []
  const near = towns.filter(({ city, country }) => country === here?.country && city !== here.city)
  const search = eventQuery({ city: town, ...(genre ? { genre } : {}) })
  return (
    <div className="pt-3">
      <PublicHead
        title={`${title} · ${t('common:app.name')}`}
        description={text}
        path={path}
        image="/og/welcome.jpg"
        data={{
          '@type': 'ItemList',
          name: title,
          itemListElement: found.slice(0, 20).map(({ id, name }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name,
            url: `${origin}/profile/musician/${id}`,
          })),
        }}
      />
      <PageHeader
        title={title}
        eyebrow={
          genre && (
            <Link to={placePath(town)} className="hover:underline">
              {t('directory.place.all', { town })}
            </Link>
          )
        }
        actions={<LinkButton to={`/welcome?${search}`}>{t('directory.place.by_date')}</LinkButton>}
      />
      <p className="mt-2 max-w-reading text-ink-2">{text}</p>
      {genres.length > 1 && (
        <Links
          label={t('directory.genre')}
          links={others.map((one) => [placePath(town, one), t(`business:terms.genres.${one}`)])}
        />
      )}
      <div className="mt-6">{children}</div>
      {near.length > 0 && (
        <div className="mt-10">
          <h2 className="title-card">{t('directory.place.others')}</h2>
          <Links
            label={t('directory.place.others')}
            links={near.map(({ city }) => [placePath(city), city])}
          />
        </div>
      )}
    </div>
  )
}

function Links({
  label,
  links,
}: {
  label: string
  links: readonly (readonly [path: string, name: string])[]
}) {
  return (
    <nav aria-label={label} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {links.map(([path, name]) => (
          <li key={path}>
            <Link
              to={path}
              className="inline-flex min-h-11 items-center rounded-chip border border-line bg-surface px-3 font-medium transition-colors hover:border-line-strong sm:min-h-9"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
