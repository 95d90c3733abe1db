import { useInfiniteQuery } from '@tanstack/react-query'
import { Guitar, Plus } from 'lucide-react'
import { useState } from 'react'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type Instrument, type InstrumentSet, listInstrumentSets, removeInstrumentSet } from '../contract.ts'
import { useInstrumentName } from './instrumentName.ts'
import { RowMenu, useRemoval } from './RowMenu.tsx'
import { SetDialog } from './SetDialog.tsx'
import { instrumentTexts } from './texts.ts'

const spoken = texts(instrumentTexts)

/** The sets that the instruments go on stage in. */
export function InstrumentSets({
  instruments,
  isOwner,
}: {
  instruments: readonly Instrument[]
  isOwner: boolean
}) {
  const { t } = useTexts(spoken)
  const list = useInfiniteQuery(askPages(listInstrumentSets, { query: { limit: 100 } }))
  const [editing, setEditing] = useState<InstrumentSet | 'new' | null>(null)
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
      <LoadedPages
        query={list}
        waiting={<Skeleton className="h-24" />}
        failed={t('instruments.load_error')}
        empty={
          <p className="flex items-center gap-2 text-ink-3">
            <Guitar aria-hidden className="size-5" />
            {t('instruments.sets_empty')}
          </p>
        }
      >
        {(sets, foot) => (
          <>
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
            {foot}
          </>
        )}
      </LoadedPages>
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
