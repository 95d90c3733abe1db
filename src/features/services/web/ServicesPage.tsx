import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Archive, CirclePause, CirclePlay, EllipsisVertical, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { askPages, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge, type Tone } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { Menu, type MenuAction } from '#core/web/ui/Menu.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { can } from '#features/access/rules.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { LimitNote } from '#features/plans/web/LimitNote.tsx'
import {
  listServices,
  readService,
  type Service,
  type ServiceStatus,
  type ServiceStep,
  stepService,
} from '../contract.ts'
import { ServiceForm } from './ServiceForm.tsx'
import { ServicePreview } from './ServicePreview.tsx'
import { serviceTerms, serviceTexts } from './texts.ts'

const spoken = texts(serviceTexts, serviceTerms)

const TONES: Record<ServiceStatus, Tone> = {
  draft: 'warn',
  active: 'ok',
  inactive: 'neutral',
  archived: 'neutral',
}

/** What the active project sells. A band's owner writes here, without the forms' own pages (rule A-3). */
export function ServicesPage() {
  // Both at once, so that what opens later doesn't put the page back to its skeleton.
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  const project_id = useSession((session) => session.musicProjectId)
  const project = user?.music_project.find(({ id }) => id === project_id)
  const isOwner = project !== undefined && project.owner.id === user?.id
  const hasPages = can(user?.permissions ?? [], 'read:new-services')
  const [filter, setFilter] = useState<'current' | 'archived'>('current')
  const [writing, setWriting] = useState<Service | 'new' | null>(null)
  const query = useInfiniteQuery(
    askPages(listServices, { query: filter === 'archived' ? { status: 'archived' } : {} }),
  )

  const create = !isOwner ? null : hasPages ? (
    <LinkButton to="/services/new" icon={<Plus aria-hidden />}>
      {t('services.new')}
    </LinkButton>
  ) : (
    <Button icon={<Plus aria-hidden />} onPress={() => setWriting('new')}>
      {t('services.new')}
    </Button>
  )

  if (writing && project_id)
    return (
      <div className="page-width flex flex-col gap-6">
        <PageHeader
          title={t(writing === 'new' ? 'services.new' : 'services.edit')}
          eyebrow={t('services.title')}
        />
        <ServiceForm
          key={writing === 'new' ? 'new' : writing.id}
          project_id={project_id}
          service={writing === 'new' ? null : writing}
          onSaved={() => {
            toast.success(t('services.form.saved'))
            setWriting(null)
          }}
          onCancel={() => setWriting(null)}
        />
      </div>
    )

  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader title={t('services.title')} eyebrow={t('services.eyebrow')} actions={create} />
      {isOwner && <LimitNote of="active_services" />}
      <SegmentedControl
        label={t('services.filter')}
        className="self-start"
        value={filter}
        onChange={setFilter}
        options={[
          { value: 'current', label: t('services.current') },
          { value: 'archived', label: t('services.archived') },
        ]}
      />
      <LoadedPages
        query={query}
        waiting={
          <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
            {['a', 'b', 'c'].map((key) => (
              <Skeleton key={key} className="h-80 rounded-card" />
            ))}
          </div>
        }
        failed={t('services.load_error')}
        refused={(error) =>
          error.code === 'projects.none_active' ? (
            <EmptyState title={t('services.none.title')}>{t('services.none.text')}</EmptyState>
          ) : undefined
        }
        empty={
          filter === 'archived' ? (
            <EmptyState title={t('services.empty.archived_title')}>
              {t('services.empty.archived_text')}
            </EmptyState>
          ) : (
            <EmptyState title={t('services.empty.title')} action={create}>
              {t(isOwner ? 'services.empty.text' : 'services.empty.collaborator')}
            </EmptyState>
          )
        }
      >
        {(services, foot) => (
          <>
            <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
              {services.map((service) => (
                <li key={service.id} className="grid">
                  <ServiceItem
                    service={service}
                    href={hasPages ? `/services/${service.id}/edit` : null}
                    onEdit={() => setWriting(service)}
                  />
                </li>
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </div>
  )
}

const ICONS = { activate: CirclePlay, deactivate: CirclePause, archive: Archive } as const
const SAID = { activate: 'activated', deactivate: 'deactivated', archive: 'archived_done' } as const

function ServiceItem({
  service,
  href,
  onEdit,
}: {
  service: Service
  /** The page of its form; without one it is edited in place. */
  href: string | null
  onEdit: () => void
}) {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'deactivate' | 'archive' | null>(null)
  const base = tell(stepService, { refreshes: [listServices, readService] })
  // What follows is said here and not by the call: an archived service's row is gone by then.
  const move = useMutation({
    ...base,
    onSuccess: async (...done) => {
      await base.onSuccess?.(...done)
      const step = done[1].body?.step
      if (step) toast.success(t(`services.${SAID[step]}`))
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => setAsked(null),
  })
  const take = (step: ServiceStep) => move.mutate({ params: { id: service.id }, body: { step } })
  const actions: MenuAction[] = [
    {
      id: 'edit',
      label: t('services.edit_action'),
      icon: <Pencil aria-hidden />,
      onAction: () => (href ? void navigate(href) : onEdit()),
    },
    ...service.steps.map((step): MenuAction => {
      const Icon = ICONS[step]
      return {
        id: step,
        label: t(`services.${step}`),
        icon: <Icon aria-hidden />,
        isDangerous: step === 'archive',
        onAction: () => (step === 'activate' ? take(step) : setAsked(step)),
      }
    }),
  ]
  return (
    <>
      <ServicePreview
        service={service}
        as="h2"
        badge={
          <Badge tone={TONES[service.status]}>
            {t(`business:terms.service_statuses.${service.status}`)}
            {service.version > 1 && (
              <span className="font-normal">{t('services.version', { n: service.version })}</span>
            )}
          </Badge>
        }
        actions={
          service.steps.length > 0 && (
            <Menu
              label={t('services.actions', { title: service.title })}
              trigger={
                <Button
                  variant="quiet"
                  size="sm"
                  isIconOnly
                  icon={<EllipsisVertical aria-hidden />}
                  aria-label={t('services.actions', { title: service.title })}
                />
              }
              actions={actions}
            />
          )
        }
      />
      <ConfirmDialog
        title={asked ? t(`services.confirm.${asked}_title`) : ''}
        confirmLabel={asked ? t(`services.${asked}`) : ''}
        cancelLabel={t('services.confirm.cancel')}
        isOpen={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null)
        }}
        isPending={move.isPending}
        isDangerous={asked === 'archive'}
        onConfirm={() => asked && take(asked)}
      >
        {asked && t(`services.confirm.${asked}_text`)}
      </ConfirmDialog>
    </>
  )
}
