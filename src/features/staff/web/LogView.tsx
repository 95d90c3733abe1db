import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type LogEntry, listLog, listQueue } from '../contract.ts'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

const ALL = 'all'
const NOTHING = { kind: ALL, who: '', subject: '' }

/** What staff did, the latest first. */
export function LogView() {
  const { t } = useTexts(spoken)
  const [typed, setTyped] = useState(NOTHING)
  const [asked, setAsked] = useState(NOTHING)
  const kinds = useQuery(ask(listQueue, { query: {} })).data?.kinds ?? []
  const log = useInfiniteQuery(
    askPages(listLog, {
      query: {
        ...(asked.kind === ALL ? {} : { kind: asked.kind }),
        ...(asked.who ? { who: asked.who } : {}),
        ...(asked.subject ? { subject: asked.subject } : {}),
      },
    }),
  )
  const set = (name: keyof typeof NOTHING) => (value: string) => setTyped({ ...typed, [name]: value })
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="title-card">{t('staff.log.title')}</h2>
        <p className="mt-1 text-ink-2">{t('staff.log.text')}</p>
      </div>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked({ ...typed, who: typed.who.trim(), subject: typed.subject.trim() })
        }}
      >
        <SelectBox
          label={t('staff.log.kind')}
          className="min-w-50 flex-1"
          options={[
            { value: ALL, label: t('staff.log.all') },
            { value: 'staff', label: t('staff.title') },
            ...kinds.map(({ kind, label }) => ({ value: kind, label })),
          ]}
          value={typed.kind}
          onChange={set('kind')}
        />
        {(['who', 'subject'] as const).map((name) => (
          <PlainField key={name} label={t(`staff.log.${name}`)} className="min-w-40 flex-1">
            {(control) => (
              <input
                {...control}
                type="text"
                value={typed[name]}
                maxLength={name === 'who' ? 80 : 40}
                placeholder={t(`staff.log.${name}_placeholder`)}
                onChange={({ target }) => set(name)(target.value)}
              />
            )}
          </PlainField>
        ))}
        <Button type="submit" variant="secondary">
          {t('staff.log.filter')}
        </Button>
        {asked !== NOTHING && (
          <Button
            variant="quiet"
            onPress={() => {
              setTyped(NOTHING)
              setAsked(NOTHING)
            }}
          >
            {t('staff.log.clear')}
          </Button>
        )}
      </form>
      <LoadedPages
        query={log}
        failed={t('staff.log.failed')}
        waiting={<Skeleton className="h-96" />}
        empty={
          <EmptyState title={t('staff.log.none')} className="rounded-card border border-line bg-surface" />
        }
      >
        {(rows, foot) => (
          <>
            <ol className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
              {rows.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
            {foot}
          </>
        )}
      </LoadedPages>
    </div>
  )
}

function Entry({ entry }: { entry: LogEntry }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{entry.who ?? t('staff.log.deleted')}</span>
          {entry.at_console && ` (${t('staff.log.console')})`} · {entry.label}
          {entry.subject && <span className="text-ink-2"> · {entry.subject}</span>}
        </span>
        <time dateTime={entry.created_at} className="text-sm text-ink-2 tabular-nums">
          {date(entry.created_at)}, {time(entry.created_at)}
        </time>
      </p>
      {entry.reason && (
        <p className="text-sm wrap-anywhere text-ink-2">{t('staff.log.reason', { reason: entry.reason })}</p>
      )}
    </li>
  )
}
