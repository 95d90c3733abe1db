import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PLACES, placeOf } from '#core/contract/places.ts'
import { type QueryChanges, useQueryChanges } from '#core/web/address.ts'
import { ask, askPages } from '#core/web/ask.ts'
import { ownZone } from '#core/web/ownZone.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ComboBox } from '#core/web/ui/aria/ComboBox.tsx'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { FORMATS, GENRES, INSTRUMENTS } from '#features/services/contract.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { searchFavourites } from '../contract.favourites.ts'
import { countProjects, SORTS, type Sort, searchProjects } from '../contract.ts'
import { aheadOf, eventIn } from '../rules.event.ts'
import { NobodyFound } from './NobodyFound.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import { SearchSummary } from './SearchSummary.tsx'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts, instrumentNames, projectTerms, serviceTerms)

const FIELDS = [
  'q',
  'genre',
  'format',
  'instrument',
  'city',
  'date',
  'from',
  'to',
  'price_max',
  'favourites',
  'sort',
] as const
type Field = (typeof FIELDS)[number]
const NONE: QueryChanges = Object.fromEntries(FIELDS.map((field) => [field, null]))
/** A pause in typing before the search goes out. */
const PAUSE_MS = 300

/** /musics: everybody who can be hired, by what one looks for. The filters live in the address. */
export function MusicsPage() {
  const { t } = useTexts(spoken)
  const [params, setParams] = useQueryChanges()
  const [isOpen, setOpen] = useState(false)
  const of = (field: Field) => params.get(field)
  const set = (changes: QueryChanges, absent?: QueryChanges) =>
    setParams(changes, { ...(absent && { absent }), replace: true })

  const query = queryOf(params)
  const areSaved = params.has('favourites')
  const list = useInfiniteQuery(askPages(areSaved ? searchFavourites : searchProjects, { query }))
  const { sort: _, ...filters } = query
  const count = useQuery({ ...ask(countProjects, { query: filters }), enabled: !areSaved })
  const said = eventIn(params)
  // A day that has passed finds nobody: its field says so, and it isn't asked for.
  const event = aheadOf(said, new Date())
  const active = FIELDS.filter((field) => field !== 'sort' && field !== 'q' && params.has(field)).length
  /** By more than being saved. */
  const isNarrowed = active > 1 || params.has('q')

  return (
    <>
      <PageHeader title={t('directory.title')} eyebrow={t('directory.eyebrow')} />
      <search>
        <form onSubmit={(event) => event.preventDefault()} className="mt-6 grid gap-4">
          <div className="flex items-end gap-3">
            <TypedSearch value={of('q') ?? ''} onChange={(q) => set({ q })} />
            <Button
              variant="secondary"
              className="lg:hidden"
              icon={<SlidersHorizontal aria-hidden />}
              aria-expanded={isOpen}
              onPress={() => setOpen(!isOpen)}
            >
              {active > 0 ? t('directory.filters_on', { count: active }) : t('directory.filters')}
            </Button>
          </div>
          <div className={`${isOpen ? 'grid' : 'hidden'} gap-4 sm:grid-cols-2 lg:grid lg:grid-cols-4`}>
            <Select
              label={t('directory.genre')}
              placeholder={t('directory.any')}
              options={[
                { value: '', label: t('directory.any') },
                ...GENRES.map((value) => ({ value, label: t(`business:terms.genres.${value}`) })),
              ]}
              value={of('genre') ?? ''}
              onChange={(genre) => set({ genre })}
            />
            <Select
              label={t('directory.format')}
              placeholder={t('directory.any')}
              options={[
                { value: '', label: t('directory.any') },
                ...FORMATS.map((value) => ({ value, label: t(`business:terms.formats.${value}`) })),
              ]}
              value={of('format') ?? ''}
              onChange={(format) => set({ format })}
            />
            <Select
              label={t('directory.instrument')}
              placeholder={t('directory.any')}
              options={[
                { value: '', label: t('directory.any') },
                ...INSTRUMENTS.map((value) => ({ value, label: t(`business:terms.instruments.${value}`) })),
              ]}
              value={of('instrument') ?? ''}
              onChange={(instrument) => set({ instrument })}
            />
            <ComboBox
              label={t('directory.city')}
              placeholder={t('directory.any_place')}
              options={PLACES.map(({ city, country }) => ({
                value: city,
                label: city,
                description: country,
              }))}
              value={of('city')}
              onChange={(city) => set({ city })}
            />
            <DatePicker
              label={t('directory.date')}
              value={of('date')}
              onChange={(date) => set({ date }, { from: '19:00', to: '22:00' })}
              errorMessage={said.date && !event.date ? t('common:validation.in_future') : undefined}
            />
            <TimeField label={t('directory.from')} value={of('from')} onChange={(from) => set({ from })} />
            <TimeField label={t('directory.to')} value={of('to')} onChange={(to) => set({ to })} />
            <MoneyField
              label={t('directory.price_max')}
              currency="USD"
              value={of('price_max') ? Number(of('price_max')) : null}
              onChange={(value) =>
                set({ price_max: value === null || Number.isNaN(value) ? null : String(value) })
              }
            />
          </div>
          <div className="flex flex-wrap items-end justify-between gap-3">
            <div className="w-full sm:w-56">
              <Select<Sort>
                label={t('directory.sort')}
                options={SORTS.filter((sort) => sort !== 'distance' || of('city')).map((value) => ({
                  value,
                  label: t(`directory.sorts.${value}`),
                }))}
                value={(of('sort') as Sort | null) ?? 'recommended'}
                onChange={(sort) => set({ sort })}
              />
            </div>
            <Switch
              value={areSaved}
              onChange={(on) => set({ favourites: on ? '1' : null })}
              className="self-end"
            >
              {t('directory.favourites.only')}
            </Switch>
            {active + (of('q') ? 1 : 0) > 0 && (
              <Button variant="quiet" icon={<X aria-hidden />} onPress={() => set(NONE)}>
                {t('directory.clear')}
              </Button>
            )}
          </div>
        </form>
      </search>

      <section aria-label={t('directory.results')} className="mt-6">
        <SearchSummary
          event={event}
          count={areSaved ? undefined : count.data}
          q={of('q') ?? ''}
          instead={list.data?.pages[0]?.instead}
        />
        <LoadedPages
          query={list}
          waiting={
            <div className="mt-5 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
              {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
                <Skeleton key={key} className="h-80 rounded-card" />
              ))}
            </div>
          }
          failed={t('directory.error')}
          empty={
            areSaved ? (
              <EmptyState
                title={t('directory.favourites.none')}
                action={
                  <Button onPress={() => set(isNarrowed ? { ...NONE, favourites: '1' } : NONE)}>
                    {t('directory.clear')}
                  </Button>
                }
              >
                {t(`directory.favourites.${isNarrowed ? 'none_fits' : 'none_text'}`)}
              </EmptyState>
            ) : (
              <NobodyFound
                city={of('city')}
                without={count.data?.without}
                onDrop={(field) => set({ [field]: null })}
              >
                <Button onPress={() => set(NONE)}>{t('directory.clear')}</Button>
              </NobodyFound>
            )
          }
        >
          {(projects, foot) => (
            <>
              <ul className="mt-5 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
                {projects.map((project) => (
                  <li key={project.id} className="grid">
                    <ProjectCard project={project} event={event} />
                  </li>
                ))}
              </ul>
              {foot}
            </>
          )}
        </LoadedPages>
      </section>
    </>
  )
}

/** What the address asks for, as the call wants it; a town is a point, so that distances are known. */
function queryOf(params: URLSearchParams) {
  const {
    city,
    date,
    from,
    to,
    favourites: _,
    ...plain
  } = Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = params.get(field)
      return value ? [[field, value]] : []
    }),
  ) as Partial<Record<Field, string>>
  const place = city ? placeOf(city) : null
  return {
    ...plain,
    ...(place ? { lat: place.lat, lng: place.lng, radius: 150 } : city ? { city } : {}),
    // Without a day, hours are the length that prices are for.
    ...(from && to ? { from, to } : {}),
    ...(date && aheadOf({ date }, new Date()).date && from && to
      ? { date, zone: place?.zone ?? ownZone() }
      : {}),
    ...(plain.price_max ? { currency: 'USD' as const } : {}),
  } as Parameters<typeof askPages<typeof searchProjects>>[1] extends infer I
    ? I extends { query?: infer Q }
      ? Q
      : never
    : never
}

/** The search box: what is typed shows at once, the search waits for a pause. */
function TypedSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTexts(spoken)
  const [typed, setTyped] = useState(value)
  // What was sent and isn't in the address yet: it follows while somebody types on, and takes no letter from them.
  const sent = useRef<string[]>([])
  useEffect(() => {
    const at = sent.current.indexOf(value)
    sent.current.splice(0, at < 0 ? Number.POSITIVE_INFINITY : at + 1)
    // The address changed by itself (back, or "clear"): show that.
    if (at < 0) setTyped((now) => (now.trim() === value ? now : value))
  }, [value])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === value) return
    const timer = setTimeout(() => {
      sent.current.push(wanted)
      onChange(wanted)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <TextField
      label={t('directory.search')}
      type="search"
      className="flex-1"
      placeholder={t('directory.search_hint')}
      before={<Search aria-hidden className="size-5 text-ink-3" />}
      value={typed}
      onChange={setTyped}
      maxLength={100}
    />
  )
}
