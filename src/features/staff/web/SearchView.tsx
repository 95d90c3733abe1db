import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { searchDesk } from '../contract.ts'
import { LookUpSheet } from './LookUpSheet.tsx'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

/** People, orders and agreements by what somebody says of them. What was typed doesn't go into the address. */
export function SearchView() {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [about, setAbout] = useState<string | null>(null)
  const found = useQuery({ ...ask(searchDesk, { query: { q } }), enabled: q !== '', gcTime: 0 })
  return (
    <div className="flex max-w-200 flex-col gap-5">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === q) void (q && found.refetch())
          else setQ(typed.trim())
        }}
      >
        <PlainField label={t('staff.search.label')} className="min-w-60 flex-1">
          {(control) => (
            <input
              {...control}
              type="search"
              value={typed}
              maxLength={100}
              placeholder={t('staff.search.placeholder')}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </PlainField>
        <Button type="submit" icon={<Search aria-hidden />} isPending={found.isFetching}>
          {t('staff.search.submit')}
        </Button>
      </form>
      <p className="text-ink-2">{t('staff.search.help')}</p>
      {q !== '' && (
        <Loaded
          query={found}
          failed={t('staff.search.failed')}
          waiting={<Skeleton className="h-60" />}
          isEmpty={({ results }) => results.length === 0}
          empty={
            <EmptyState title={t('staff.search.none')} className="rounded-card border border-line bg-surface">
              {t('staff.search.none_text')}
            </EmptyState>
          }
        >
          {({ results }) => (
            <ul aria-label={t('staff.search.results')} className="flex flex-col gap-2">
              {results.map((one) => (
                <li
                  key={one.subject}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4"
                >
                  <span className="min-w-0">
                    <span className="block text-sm text-ink-2">{one.kind_label}</span>
                    <span className="block font-semibold wrap-anywhere">{one.title}</span>
                    <span className="block text-sm text-ink-2">
                      {[one.detail, one.at && date(one.at, undefined, 'long')].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={t('staff.search.open', { what: `${one.kind_label} ${one.title}` })}
                    onPress={() => setAbout(one.subject)}
                  >
                    {t('staff.search.opens')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
      {about !== null && <LookUpSheet subject={about} onClose={() => setAbout(null)} />}
    </div>
  )
}
