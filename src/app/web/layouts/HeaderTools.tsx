import { type ComponentProps, Suspense } from 'react'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { NotificationsButton } from '#features/notifications/web/NotificationsButton.tsx'
import { ControlCenter } from '#features/projects/web/ControlCenter.tsx'
import { InboxLink } from './InboxLink.tsx'

const InvitationCard = later(
  async () => (await import('#features/invitations/web/InvitationCard.tsx')).InvitationCard,
)

/** Only inside an expanded notification: fetched when there is one. */
function Invitation(props: ComponentProps<typeof InvitationCard>) {
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <InvitationCard {...props} />
    </Suspense>
  )
}

/** Right of the header: what was written and told, and who one is here. */
export function HeaderTools() {
  return (
    <>
      <InboxLink />
      <NotificationsButton Invitation={Invitation} />
      <ControlCenter />
    </>
  )
}
