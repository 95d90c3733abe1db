import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { readService, type Service } from '../contract.ts'
import { ServiceForm } from './ServiceForm.tsx'
import { serviceTexts } from './texts.ts'

const spoken = texts(serviceTexts)

/** /services/new and /services/:id/edit. */
export function ServiceFormPage() {
  // Both at once, so that what opens later doesn't put the page back to its skeleton.
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const { id } = useParams()
  const project_id = useSession((session) => session.musicProjectId) ?? 0
  const query = useQuery({
    ...ask(readService, { params: { id: Number(id) } }),
    enabled: id !== undefined,
    // A refetch would replace what is being typed.
    refetchOnWindowFocus: false,
  })
  const back = () => void navigate('/services')
  const form = (service: Service | null) => (
    <ServiceForm
      key={id ?? 'new'}
      project_id={project_id}
      service={service}
      onSaved={() => {
        toast.success(t('services.form.saved'))
        back()
      }}
      onCancel={back}
    />
  )
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader title={t(id ? 'services.edit' : 'services.new')} eyebrow={t('services.title')} />
      {id === undefined ? (
        form(null)
      ) : (
        <Loaded
          query={query}
          waiting={<Skeleton className="h-[40rem] rounded-card" />}
          failed={t('services.load_error')}
        >
          {(service) =>
            service.status === 'archived' ? (
              <EmptyState
                title={t('services.form.archived')}
                action={<LinkButton to="/services">{t('services.form.back')}</LinkButton>}
              />
            ) : (
              form(service)
            )
          }
        </Loaded>
      )}
    </div>
  )
}
