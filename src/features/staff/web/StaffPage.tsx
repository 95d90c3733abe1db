import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { SECOND_NEEDED } from '#core/contract/proof.ts'
import { useQueryChanges } from '#core/web/address.ts'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listQueue } from '../contract.ts'
import { Queue } from './Queue.tsx'
import { staffTexts } from './texts.ts'

const spoken = texts(staffTexts)

const SearchView = later(async () => (await import('./SearchView.tsx')).SearchView)
const LogView = later(async () => (await import('./LogView.tsx')).LogView)

const VIEWS = ['queue', 'search', 'log', 'help'] as const
type View = (typeof VIEWS)[number]

/**
 * /staff: what waits for the people behind the platform, whom they look up, and what they did.
 * @param help how the help is doing, which is a higher feature's
 */
export function StaffPage({ help }: { help: ReactNode }) {
  const { t } = useTexts(spoken)
  const [query, setQuery] = useQueryChanges()
  const view: View = VIEWS.find((one) => one === query.get('view')) ?? 'queue'
  // Whether they may see anything at all: with the grant alone, only what asks for a second factor.
  const gate = useQuery(ask(listQueue, { query: {} }))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('staff.title')} eyebrow={t('staff.eyebrow')} />
      <Loaded
        query={gate}
        failed={t('staff.queue.failed')}
        waiting={<Skeleton className="h-96" />}
        refused={(error) =>
          error.code === SECOND_NEEDED ? (
            <EmptyState
              title={t('staff.gate.title')}
              className="rounded-card border border-line bg-surface"
              action={
                <Button
                  icon={<ShieldCheck aria-hidden />}
                  isPending={gate.isFetching}
                  onPress={() => void gate.refetch()}
                >
                  {t('staff.gate.action')}
                </Button>
              }
            >
              {t('staff.gate.text')}
            </EmptyState>
          ) : undefined
        }
      >
        {() => (
          <div className="flex flex-col gap-5">
            <SegmentedControl
              label={t('staff.views.label')}
              className="self-start"
              options={VIEWS.map((value) => ({ value, label: t(`staff.views.${value}`) }))}
              value={view}
              onChange={(next) =>
                setQuery({ view: next === 'queue' ? null : next, item: null }, { preventScrollReset: true })
              }
            />
            <Suspense fallback={<Skeleton className="h-96" />}>
              {view === 'queue' && <Queue />}
              {view === 'search' && <SearchView />}
              {view === 'log' && <LogView />}
              {view === 'help' && help}
            </Suspense>
          </div>
        )}
      </Loaded>
    </div>
  )
}
