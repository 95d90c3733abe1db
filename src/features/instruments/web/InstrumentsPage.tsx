import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Star } from 'lucide-react'
import { useState } from 'react'
import { askPages } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { type Instrument, listInstrumentSets, listInstruments, removeInstrument } from '../contract.ts'
import { InstrumentDialog } from './InstrumentDialog.tsx'
import { InstrumentSets } from './InstrumentSets.tsx'
import { useInstrumentName } from './instrumentName.ts'
import { RowMenu, useRemoval } from './RowMenu.tsx'
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
  const add = isOwner && (
    <Button icon={<Plus aria-hidden />} onPress={() => setEditing('new')}>
      {t('instruments.add')}
    </Button>
  )
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader title={t('instruments.title')} eyebrow={t('instruments.eyebrow')} actions={add} />
      <LoadedPages
        query={list}
        waiting={
          <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Skeleton className="h-80 rounded-card" />
            <Skeleton className="h-60 rounded-card" />
          </div>
        }
        failed={t('instruments.load_error')}
        refused={(error) =>
          error.code === 'projects.none_active' ? (
            <EmptyState title={t('instruments.none.title')}>{t('instruments.none.text')}</EmptyState>
          ) : undefined
        }
        empty={
          <EmptyState title={t('instruments.empty')} action={add || undefined}>
            {t('instruments.empty_text')}
          </EmptyState>
        }
      >
        {(instruments, foot) => (
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
              {foot}
            </Card>
            <InstrumentSets instruments={instruments} isOwner={isOwner} />
          </div>
        )}
      </LoadedPages>
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

function InstrumentRow({ instrument, onEdit }: { instrument: Instrument; onEdit?: () => void }) {
  const { t } = useTexts(spoken)
  const { nameOf: personName } = useFormat()
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
    instrument.owner_id && t('instruments.of', { name: personName(instrument.owner_name) }),
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
