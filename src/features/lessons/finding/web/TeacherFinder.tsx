import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CURRENCIES } from '#core/contract/money.ts'
import type { Page } from '#core/contract/page.ts'
import { useQueryChanges } from '#core/web/address.ts'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { controlClass } from '#core/web/ui/fieldStyle.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { INSTRUMENTS, SPOKEN_LANGUAGES } from '#features/services/contract.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import { findingTexts } from '../../web/texts.ts'
import { type FoundTeacher, listTeachers } from '../contract.ts'
import { askedOf, type LooksOn, looksOnBehind } from './asked.ts'
import { TeacherCard } from './TeacherCard.tsx'

const spoken = texts(findingTexts, instrumentNames, projectTerms, serviceTerms)

const ANY = 'any'
/**
 * "Free at my times" may answer that it has found nobody yet: it goes on by itself until there is somebody, for a while.
 * @returns whether it does, or waits to be asked to; null where the list ends with somebody, or at its end
 */
function useLooksOn({
  data,
  hasNextPage,
  isFetching,
  isError,
  fetchNextPage,
}: UseInfiniteQueryResult<InfiniteData<Page<FoundTeacher>>>): LooksOn {
  const looks = hasNextPage ? looksOnBehind((data?.pages ?? []).map(({ results }) => results.length)) : null
  const goesOn = looks === 'by itself'
  useEffect(() => {
    if (goesOn && !isFetching && !isError) void fetchNextPage()
  }, [goesOn, isFetching, isError, fetchNextPage])
  if (!looks || isError) return null
  return isFetching ? 'by itself' : looks
}

/** Finding a teacher: what is asked for stays in the address. */
export function TeacherFinder({ has_week }: { has_week: boolean }) {
  const { t } = useTexts(spoken)
  const [params, setParams] = useQueryChanges()
  const [text, setText] = useState({
    q: params.get('q') ?? '',
    city: params.get('city') ?? '',
    max: params.get('max') ?? '',
  })
  const asked = askedOf(params)
  const found = useInfiniteQuery(askPages(listTeachers, { query: { ...asked, limit: 10 } }))
  const looksOn = useLooksOn(found)
  const select = <V extends string>(
    name: 'instrument' | 'level' | 'modality' | 'language' | 'currency',
    options: readonly { value: V; label: string }[],
    value: V | undefined,
    whatever: string | null,
  ) => (
    <SelectBox<V | typeof ANY>
      label={t(`lessons.find.${name}`)}
      options={whatever ? [{ value: ANY, label: whatever }, ...options] : options}
      value={value ?? ANY}
      onChange={(chosen) => setParams({ [name]: chosen === ANY ? null : chosen }, { replace: true })}
    />
  )
  const field = (name: 'q' | 'city' | 'max', type: 'search' | 'text' | 'number') => (
    <PlainField label={t(`lessons.find.${name}`)}>
      {({ className, ...control }) => (
        <input
          {...control}
          className={className ?? controlClass}
          type={type}
          {...(type === 'number' ? { min: 0, inputMode: 'decimal' as const } : { maxLength: 100 })}
          value={text[name]}
          onChange={({ target }) => setText({ ...text, [name]: target.value })}
        />
      )}
    </PlainField>
  )
  return (
    <section aria-labelledby="find-teacher" className="flex flex-col gap-5">
      <div className="rounded-card border border-line bg-surface p-5">
        <h2 id="find-teacher" className="title-card mb-4">
          {t('lessons.find.title')}
        </h2>
        <form
          className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4"
          onSubmit={(event) => {
            event.preventDefault()
            setParams({ q: text.q.trim() || null, city: text.city.trim() || null, max: text.max || null })
          }}
        >
          {field('q', 'search')}
          {select(
            'instrument',
            INSTRUMENTS.map((value) => ({ value, label: t(`business:terms.instruments.${value}`) })),
            asked.instrument,
            t('lessons.find.any_instrument'),
          )}
          {select(
            'level',
            (['beginner', 'intermediate', 'advanced'] as const).map((value) => ({
              value,
              label: t(`business:terms.levels.${value}`),
            })),
            asked.level,
            t('lessons.find.any_level'),
          )}
          {select(
            'modality',
            (['online', 'in_person'] as const).map((value) => ({
              value,
              label: t(`business:terms.modalities.${value}`),
            })),
            asked.modality,
            t('lessons.find.any_modality'),
          )}
          {field('city', 'text')}
          {select(
            'language',
            SPOKEN_LANGUAGES.map((value) => ({ value, label: t(`business:terms.languages.${value}`) })),
            asked.language,
            t('lessons.find.any_language'),
          )}
          {field('max', 'number')}
          {select(
            'currency',
            CURRENCIES.map((value) => ({ value, label: value })),
            asked.currency,
            null,
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2 lg:col-span-3">
            <Switch
              value={asked.at_my_times !== undefined}
              onChange={(isOn) => setParams({ times: isOn ? '1' : null }, { replace: true })}
            >
              {t('lessons.find.times')}
            </Switch>
            <Switch
              value={asked.trial !== undefined}
              onChange={(isOn) => setParams({ trial: isOn ? '1' : null }, { replace: true })}
            >
              {t('lessons.find.trial')}
            </Switch>
          </div>
          <Button type="submit" icon={<Search aria-hidden />}>
            {t('lessons.find.search')}
          </Button>
        </form>
        {asked.at_my_times && !has_week && (
          <p className="mt-4 flex flex-wrap items-center gap-3 text-ink-2">
            {t('lessons.find.no_week')}
            <LinkButton to="/availability" variant="secondary" size="md">
              {t('lessons.find.say_week')}
            </LinkButton>
          </p>
        )}
      </div>
      <LoadedPages
        query={found}
        waiting={
          <div className="grid gap-4" aria-busy="true">
            <Skeleton className="h-40 rounded-card" />
            <Skeleton className="h-40 rounded-card" />
          </div>
        }
        failed={t('lessons.find.failed')}
        empty={<EmptyState title={t('lessons.find.none')}>{t('lessons.find.none_text')}</EmptyState>}
        {...(asked.at_my_times ? { more: t('lessons.find.look_on') } : {})}
      >
        {(teachers, foot) => (
          <>
            {teachers.length > 0 && (
              <ul aria-label={t('lessons.find.found')} className="grid gap-4">
                {teachers.map((teacher) => (
                  <TeacherCard key={teacher.offer.service_id} teacher={teacher} modality={asked.modality} />
                ))}
              </ul>
            )}
            <p role="status" className="text-ink-2 empty:hidden">
              {looksOn === 'by itself' && t('lessons.find.looking')}
              {looksOn === 'when asked' && t('lessons.find.none_yet')}
            </p>
            {foot}
          </>
        )}
      </LoadedPages>
    </section>
  )
}
