import { useMutation } from '@tanstack/react-query'
import { Crown, EllipsisVertical, Pencil, UserRoundMinus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_CURRENCY } from '#core/contract/money.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { Menu } from '#core/web/ui/Menu.tsx'
import { pictureUrl } from '#features/files/contract.ts'
import {
  INSTRUMENTS,
  listMembers,
  type Member,
  readProject,
  removeMember,
  transferProject,
} from '#features/projects/contract.ts'
import { refreshProfile } from '#features/projects/web/profile.ts'
import { MemberDialog } from './MemberDialog.tsx'

const isInstrument = (name: string) => (INSTRUMENTS as readonly string[]).includes(name)

type Asking = 'edit' | 'remove' | 'transfer' | null

/** One member: what they do, how they are paid, and what the owner may change. */
export function MemberRow({
  member,
  members,
  project_id,
}: {
  member: Member
  members: readonly Member[]
  project_id: number
}) {
  const { t } = useTranslation(['functionality', 'business'])
  const { money, percent } = useFormat()
  const [asking, setAsking] = useState<Asking>(null)
  const stands_for = members.find(({ id }) => id === member.substitute_for)
  const instrument = (one: string) => t(`business:terms.instruments.${one}`)
  const facts = [
    // A function that is an instrument's key is said as people say it, and once.
    ...new Set([
      ...(member.function
        ? [isInstrument(member.function) ? instrument(member.function) : member.function]
        : []),
      ...member.instruments.map(instrument),
    ]),
  ]
  const pay = [
    ...(member.share !== null ? [percent(member.share / 100)] : []),
    ...(member.fee !== null ? [money(member.fee, DEFAULT_CURRENCY)] : []),
  ]
  return (
    <li className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
      <Avatar name={member.user.name} src={pictureUrl(member.profile_image, 'small')} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">
            {member.user.name}
            {member.is_you && <span className="font-normal text-ink-2"> {t('members.you')}</span>}
          </span>
          {member.role === 'OWNER' ? (
            <Badge tone="accent" icon={<Crown aria-hidden />}>
              {t('members.roles.OWNER')}
            </Badge>
          ) : stands_for ? (
            <Badge>
              {t('members.substitute_of', { name: stands_for.user.name, rank: member.substitute_rank ?? 1 })}
            </Badge>
          ) : (
            <Badge tone={member.required ? 'ok' : 'neutral'}>
              {t(member.required ? 'members.required' : 'members.optional')}
            </Badge>
          )}
        </p>
        <p className="text-sm text-ink-2">
          {facts.length > 0 ? facts.join(' · ') : t('members.no_function')}
        </p>
      </div>
      {pay.length > 0 && (
        <p className="hidden text-right text-sm font-medium tabular-nums sm:block">{pay.join(' · ')}</p>
      )}
      <Menu
        label={t('members.actions', { name: member.user.name })}
        trigger={
          <Button
            variant="quiet"
            isIconOnly
            aria-label={t('members.actions', { name: member.user.name })}
            icon={<EllipsisVertical aria-hidden />}
          />
        }
        actions={[
          {
            id: 'edit',
            label: t('projects.edit'),
            icon: <Pencil aria-hidden />,
            onAction: () => setAsking('edit'),
          },
          ...(member.role === 'OWNER'
            ? []
            : [
                {
                  id: 'transfer',
                  label: t('members.transfer.action'),
                  icon: <Crown aria-hidden />,
                  onAction: () => setAsking('transfer'),
                },
                {
                  id: 'remove',
                  label: t('members.remove.action'),
                  icon: <UserRoundMinus aria-hidden />,
                  onAction: () => setAsking('remove'),
                  isDangerous: true,
                },
              ]),
        ]}
      />
      {asking === 'edit' && (
        <MemberDialog
          member={member}
          members={members}
          project_id={project_id}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'remove' && (
        <RemoveDialog member={member} project_id={project_id} onClose={() => setAsking(null)} />
      )}
      {asking === 'transfer' && (
        <TransferDialog member={member} project_id={project_id} onClose={() => setAsking(null)} />
      )}
    </li>
  )
}

interface AskProps {
  member: Member
  project_id: number
  onClose: () => void
}

function RemoveDialog({ member, project_id, onClose }: AskProps) {
  const { t } = useTranslation('functionality')
  const remove = useMutation({
    ...tell(removeMember, { refreshes: [listMembers, readProject] }),
    onError: (error) => toast.error(error.message),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      title={t('members.remove.title', { name: member.user.name })}
      confirmLabel={t('members.remove.action')}
      cancelLabel={t('projects.cancel')}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      onConfirm={() => remove.mutate({ params: { id: project_id, member_id: member.id } })}
      isPending={remove.isPending}
      isDangerous
    >
      {t('members.remove.text')}
    </ConfirmDialog>
  )
}

function TransferDialog({ member, project_id, onClose }: AskProps) {
  const { t } = useTranslation('functionality')
  const base = tell(transferProject, { refreshes: [listMembers, readProject] })
  const transfer = useMutation({
    ...base,
    onSuccess: async () => {
      toast.success(t('members.transfer.done', { name: member.user.name }))
      await refreshProfile()
      // This page is the owner's, and that is somebody else now.
      location.assign('/profile')
    },
    onError: (error) => {
      toast.error(error.message)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('members.transfer.title', { name: member.user.name })}
      confirmLabel={t('members.transfer.action')}
      cancelLabel={t('projects.cancel')}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      onConfirm={() => transfer.mutate({ params: { id: project_id }, body: { member_id: member.id } })}
      isPending={transfer.isPending}
      isDangerous
    >
      {t('members.transfer.text')}
    </ConfirmDialog>
  )
}
