import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { ask, refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { ActingAs } from '#features/projects/web/ProjectFilter.tsx'
import { readSync } from '../contract.ts'
import { FeedCard } from './FeedCard.tsx'
import { SourcesCard } from './SourcesCard.tsx'
import { calendarSyncTexts } from './texts.ts'
import { whose } from './whose.ts'

const spoken = texts(calendarSyncTexts)

/** How often it is asked whether a calendar was read that waits for it. */
const LOOK_MS = 2_000

const NONE: readonly Endpoint[] = []

export interface SyncProps {
  /** What is sent out, for the words. */
  what: 'gigs' | 'events' | 'lessons'
  /** Whose dates: a project's, or one's own. */
  project?: number
  /** What subscribers' programs call it. */
  name: string
  /** What shows the times of calendars that are read. */
  refreshes?: readonly Endpoint[]
}

/** The address where one's dates are read, and the calendars that are read for them. */
export function Sync({ what, project, name, refreshes = NONE }: SyncProps) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const query = useQuery({
    ...ask(readSync, whose(project)),
    refetchInterval: ({ state }) =>
      state.data?.sources?.some(({ reading }) => reading) === true ? LOOK_MS : false,
  })
  const reading = query.data?.sources?.some((source) => source.reading) === true
  const was = useRef(reading)
  useEffect(() => {
    // Once it was read, the page around has other times to show.
    if (was.current && !reading) void refresh(client, refreshes)
    was.current = reading
  }, [reading, client, refreshes])
  return (
    <section aria-label={t('calendars.title')} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="title-card text-2xl">{t('calendars.title')}</h2>
        {project !== undefined && <ActingAs name={name} />}
      </div>
      <Loaded
        query={query}
        waiting={<Skeleton className="h-72 rounded-card" />}
        failed={t('calendars.load_error')}
      >
        {({ feed, sources }) => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <FeedCard feed={feed} what={what} project={project} name={name} />
            {sources && <SourcesCard sources={sources} project={project} refreshes={refreshes} />}
          </div>
        )}
      </Loaded>
    </section>
  )
}
