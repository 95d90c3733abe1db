import { useMutation } from '@tanstack/react-query'
import { Crown, EllipsisVertical, Pencil, UserRoundMinus } from 'lucide-react'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { Menu } from '#core/web/ui/Menu.tsx'
import { readTransfer, transferProject } from '#features/projects/contract.transfer.ts'
import { listMembers, type Member, readProject, removeMember } from '#features/projects/contract.ts'
import { MemberLine } from '#features/projects/web/MemberLine.tsx'
import { memberTexts, projectTexts } from '#features/projects/web/texts.ts'
import { MemberDialog } from './MemberDialog.tsx'

const spoken = texts(memberTexts, projectTexts)

type Asking = 'edit' | 'remove' | 'transfer' | null

/** One member, and what the owner may change about them. */
export function MemberRow({
  member,
  members,
  project_id,
}: {
  member: Member
  members: readonly Member[]
  project_id: number
}) {
  const { t } = useTexts(spoken)
  const [asking, setAsking] = useState<Asking>(null)
  return (
    <li className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
      <MemberLine member={member} members={members} />
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
  const { t } = useTexts(spoken)
  const remove = useMutation({
    ...tell(removeMember, { refreshes: [listMembers, readProject, readTransfer] }),
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
  const { t } = useTexts(spoken)
  const transfer = useMutation({
    ...tell(transferProject, {
      refreshes: [readTransfer],
      onTold: () => toast.success(t('members.transfer.done', { name: member.user.name })),
    }),
    onError: (error) => toast.error(error.message),
    onSettled: onClose,
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
    >
      {t('members.transfer.text')}
    </ConfirmDialog>
  )
}
