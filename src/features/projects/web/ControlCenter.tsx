import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Popover } from '#core/web/ui/Popover.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { centerTexts } from './texts.ts'

const spoken = texts(centerTexts)

const ControlPanel = later(async () => (await import('./ControlPanel.tsx')).ControlPanel)

/** The profile button; what it opens is fetched as soon as somebody gets near it. */
export function ControlCenter() {
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  const project_id = useSession((session) => session.musicProjectId)
  if (!user) return null
  const current = user.music_project.find(({ id }) => id === project_id) ?? null
  const name = current?.name ?? user.name
  return (
    <Popover
      label={t('projects.center.title')}
      className="w-80 p-0"
      ahead={ControlPanel}
      trigger={
        <Button variant="quiet" isIconOnly aria-label={t('projects.center.open', { name })} className="p-0">
          <Avatar name={name} src={pictureUrl(current?.profile_image ?? null, 'small')} />
        </Button>
      }
    >
      {(close) => <ControlPanel user={user} current={current} close={close} />}
    </Popover>
  )
}
