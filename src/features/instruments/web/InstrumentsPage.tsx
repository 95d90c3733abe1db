import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { EllipsisVertical, Guitar, Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { askPages, tell } from '#core/web/ask.ts'
import { useSession } from '#core/web/session.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { LoadMore } from '#core/web/ui/LoadMore.tsx'
import { Menu } from '#core/web/ui/Menu.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { pictureUrl } from '#features/files/contract.ts'
import {
  type Instrument,
  type InstrumentSet,
  listInstrumentSets,
  listInstruments,
  removeInstrument,
  removeInstrumentSet,
} from '../contract.ts'
import { InstrumentDialog } from './InstrumentDialog.tsx'
import { useInstrumentName } from './instrumentName.ts'
import { SetDialog } from './SetDialog.tsx'
import { experienceTexts, instrumentTexts } from './texts.ts'

const spoken = texts(instrumentTexts, experienceTexts)

/** Instruments and scenography of the active project, and the sets they go on stage in. */
export function InstrumentsPage() {
  // Both at once, so that what opens later doesn't put the page back to its skeleton.
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  const project_id = useSession((session) => session.musicProjectId)
  const project = user?.music_project.find(({ id }) => id === project_id)
  const isOwner = project !== undefined && project.owner.id === user?.id
  const list = useInfiniteQuery(askPages(listInstruments, { query: { limit: 100 } }))
  const [editing, setEditing] = useState<Instrument | 'new' | null>(null)
  const instruments = list.data?.pages.flatMap(({ results }) => results) ?? []
  const add = isOwner && (
    <Button icon={<Plus aria-hidden />} onPress={() => setEditing('new')}>
      {t('instruments.add')}
    </Button>
  )
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader title={t('instruments.title')} eyebrow={t('instruments.eyebrow')} actions={add} />
      {list.isPending ? (
        <div aria-busy className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Skeleton className="h-80 rounded-card" />
          <Skeleton className="h-60 rounded-card" />
        </div>
      ) : list.isError && list.error.code === 'projects.none_active' ? (
        <EmptyState title={t('instruments.none.title')}>{t('instruments.none.text')}</EmptyState>
      ) : list.isError ? (
        <ErrorState
          title={t('instruments.load_error')}
          retryLabel={t('instruments.retry')}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        >
          {list.error.message}
        </ErrorState>
      ) : instruments.length === 0 ? (
        <EmptyState title={t('instruments.empty')} action={add || undefined}>
          {t('instruments.empty_text')}
        </EmptyState>
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card title={t('instruments.list')}>
            <ul className="flex flex-col divide-y divide-line">
              {instruments.map((instrument) => (
                <InstrumentRow
                  key={instrument.id}
                  instrument={instrument}
                  {...(isOwner ? { onEdit: () => setEditing(instrument) } : {})}
                />
              ))}
            </ul>
            <LoadMore
              label={t('instruments.more')}
              hasMore={list.hasNextPage}
              isLoading={list.isFetchingNextPage}
              onLoadMore={() => void list.fetchNextPage()}
            />
          </Card>
          <Sets instruments={instruments} isOwner={isOwner} />
        </div>
      )}
      {editing && project_id && (
        <InstrumentDialog
          project_id={project_id}
          instrument={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  )
}

/** Takes a row away. What follows is said here: the row that asked is gone by then. */
function useRemoval(
  endpoint: typeof removeInstrument | typeof removeInstrumentSet,
  refreshes: readonly Endpoint[],
  onSettled: () => void,
) {
  const { t } = useTexts(spoken)
  const base = tell(endpoint, { refreshes })
  return useMutation({
    ...base,
    onSuccess: async (...done) => {
      await base.onSuccess?.(...done)
      toast.success(t('instruments.removed'))
    },
    onError: (error) => toast.error(error.message),
    onSettled,
  })
}

function RowMenu({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTexts(spoken)
  const label = t('instruments.actions', { name })
  return (
    <span className="-mr-2 sm:mr-0">
      <Menu
        label={label}
        trigger={
          <Button variant="quiet" isIconOnly aria-label={label} icon={<EllipsisVertical aria-hidden />} />
        }
        actions={[
          {
            id: 'edit',
            label: t('instruments.edit'),
            icon: <Pencil aria-hidden />,
            onAction: onEdit,
          },
          {
            id: 'remove',
            label: t('instruments.remove_now'),
            icon: <Trash2 aria-hidden />,
            onAction: onRemove,
            isDangerous: true,
          },
        ]}
      />
    </span>
  )
}

function InstrumentRow({ instrument, onEdit }: { instrument: Instrument; onEdit?: () => void }) {
  const { t } = useTexts(spoken)
  const nameOf = useInstrumentName()
  const [isGoing, setGoing] = useState(false)
  const remove = useRemoval(removeInstrument, [listInstruments, listInstrumentSets], () => setGoing(false))
  const name = nameOf(instrument.name)
  const facts = [
    [instrument.brand, instrument.model].filter(Boolean).join(' '),
    instrument.family && t(`instruments.families.${instrument.family}`),
    instrument.level && t(`instruments.levels.${instrument.level}`),
    instrument.since_year && t('instruments.since', { year: instrument.since_year }),
    t(`instruments.conditions.${instrument.condition}`),
    instrument.owner_name && t('instruments.of', { name: instrument.owner_name }),
  ].filter((fact) => fact && fact !== name)
  return (
    <li className="flex items-start gap-4 py-4 first:pt-0 last:pb-0">
      <Avatar
        name={`${instrument.name} ${instrument.brand ?? ''}`}
        src={pictureUrl(instrument.photo, 'small')}
        size="lg"
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {instrument.is_primary && (
            <Badge tone="accent" icon={<Star aria-hidden className="fill-current" />}>
              {t('instruments.primary')}
            </Badge>
          )}
          {instrument.type === 'scenography' && <Badge>{t('instruments.types.scenography')}</Badge>}
          {instrument.experience && (
            <Badge tone="ok">{t(`business:terms.experience.${instrument.experience}`)}</Badge>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">{facts.join(' · ')}</p>
      </div>
      {onEdit && <RowMenu name={name} onEdit={onEdit} onRemove={() => setGoing(true)} />}
      <ConfirmDialog
        title={t('instruments.remove_title', { name })}
        confirmLabel={t('instruments.remove_now')}
        cancelLabel={t('instruments.cancel')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ params: { id: instrument.id } })}
      >
        {t('instruments.remove_text')}
      </ConfirmDialog>
    </li>
  )
}

function Sets({ instruments, isOwner }: { instruments: readonly Instrument[]; isOwner: boolean }) {
  const { t } = useTexts(spoken)
  const list = useInfiniteQuery(askPages(listInstrumentSets, { query: { limit: 100 } }))
  const [editing, setEditing] = useState<InstrumentSet | 'new' | null>(null)
  const sets = list.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <Card
      title={t('instruments.sets')}
      action={
        isOwner && (
          <Button variant="secondary" size="sm" icon={<Plus aria-hidden />} onPress={() => setEditing('new')}>
            {t('instruments.add_set')}
          </Button>
        )
      }
    >
      <p className="mb-4 text-ink-2">{t('instruments.sets_text')}</p>
      {list.isPending ? (
        <Skeleton className="h-24" />
      ) : list.isError ? (
        <ErrorState
          title={t('instruments.load_error')}
          retryLabel={t('instruments.retry')}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        >
          {list.error.message}
        </ErrorState>
      ) : sets.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-3">
          <Guitar aria-hidden className="size-5" />
          {t('instruments.sets_empty')}
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {sets.map((set) => (
            <SetRow
              key={set.id}
              set={set}
              instruments={instruments}
              {...(isOwner ? { onEdit: () => setEditing(set) } : {})}
            />
          ))}
        </ul>
      )}
      {editing && (
        <SetDialog
          set={editing === 'new' ? null : editing}
          instruments={instruments}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  )
}

function SetRow({
  set,
  instruments,
  onEdit,
}: {
  set: InstrumentSet
  instruments: readonly Instrument[]
  onEdit?: () => void
}) {
  const { t } = useTexts(spoken)
  const nameOf = useInstrumentName()
  const [isGoing, setGoing] = useState(false)
  const remove = useRemoval(removeInstrumentSet, [listInstrumentSets], () => setGoing(false))
  const names = set.instrument_ids.flatMap((id) => {
    const one = instruments.find((instrument) => instrument.id === id)
    return one ? [nameOf(one.name)] : []
  })
  const needs = [
    t('instruments.setup_short', { n: set.setup_minutes }),
    t('instruments.teardown_short', { n: set.teardown_minutes }),
    set.footprint_m2 !== null && t('instruments.footprint_short', { n: set.footprint_m2 }),
    set.watts !== null && t('instruments.watts_short', { n: set.watts }),
    set.input_channels !== null && t('instruments.channels_short', { count: set.input_channels }),
  ].filter(Boolean)
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{set.name}</p>
        <p className="text-sm wrap-anywhere">{names.join(' · ')}</p>
        <p className="text-sm text-ink-2">{needs.join(' · ')}</p>
      </div>
      {onEdit && <RowMenu name={set.name} onEdit={onEdit} onRemove={() => setGoing(true)} />}
      <ConfirmDialog
        title={t('instruments.remove_title', { name: set.name })}
        confirmLabel={t('instruments.remove_now')}
        cancelLabel={t('instruments.cancel')}
        isOpen={isGoing}
        onOpenChange={setGoing}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ params: { id: set.id } })}
      >
        {t('instruments.remove_set_text')}
      </ConfirmDialog>
    </li>
  )
}
