import { ChevronRight, LifeBuoy, LogOut, Plus, Settings, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Spinner } from '#core/web/ui/Spinner.tsx'
import { can } from '#features/access/rules.ts'
import type { SessionProject, SessionUser } from '#features/accounts/web/session.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { labelOf, othersOf } from '../rules.ts'
import { useProjectSwitch } from './projectSwitch.ts'
import { centerTexts } from './texts.ts'

const spoken = texts(centerTexts)

/** What the profile button opens: who one is, as which project, and the others to switch to. */
export function ControlPanel({
  user,
  current,
  close,
}: {
  user: SessionUser
  current: SessionProject | null
  close: () => void
}) {
  const { t } = useTexts(spoken)
  const others = othersOf(user.music_project, current?.id ?? null)
  const toSwitch = useProjectSwitch(close)
  const allowed = (page: string) => can(user.permissions, `read:${page}`)
  return (
    <>
      <header className="border-b border-line px-5 pt-4 pb-3">
        <h2 className="title-card">{t('projects.center.title')}</h2>
        <p className="text-sm wrap-anywhere text-ink-2">{user.name}</p>
      </header>
      <div className="flex flex-col gap-1 p-2">
        <Entry
          to="/profile"
          onChoose={close}
          image={current?.profile_image ?? null}
          name={current?.name ?? user.name}
          type={
            current
              ? t(`projects.labels.${labelOf(current, user.id)}`)
              : t(`projects.accounts.${user.accountType}`)
          }
          after={<ChevronRight aria-hidden="true" className="size-4 text-ink-3" />}
        />
        {others.length > 0 && (
          <>
            <h3 id="other-projects" className="px-3 pt-2 text-sm font-semibold text-ink-2">
              {t('projects.center.others')}
            </h3>
            <ul aria-labelledby="other-projects">
              {others.map((project) => (
                <li key={project.id}>
                  <Entry
                    onChoose={() => toSwitch.mutate(project.id)}
                    isDisabled={toSwitch.isPending}
                    image={project.profile_image}
                    name={project.name}
                    type={t(`projects.labels.${labelOf(project, user.id)}`)}
                    after={toSwitch.isPending && toSwitch.variables === project.id ? <Spinner /> : null}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className="flex flex-col border-t border-line p-2">
        {allowed('music-project-profiles') && (
          <Row to="/profiles" icon={<UsersRound aria-hidden />} onChoose={close}>
            {t('projects.center.all')}
          </Row>
        )}
        {allowed('musician-profile-type') && (
          <Row to="/musician-profile-type?mode=create" icon={<Plus aria-hidden />} onChoose={close}>
            {t('projects.center.create')}
          </Row>
        )}
        <Row to="/profile#notices" icon={<Settings aria-hidden />} onChoose={close}>
          {t('projects.center.settings')}
        </Row>
        {/* Who hires has no page of that name, and reads the same where everybody may. */}
        <Row to={allowed('support') ? '/support' : '/help'} icon={<LifeBuoy aria-hidden />} onChoose={close}>
          {t('projects.center.support')}
        </Row>
      </div>
      <div className="border-t border-line p-2">
        <Row to="/logout" icon={<LogOut aria-hidden />} onChoose={close}>
          {t('projects.center.logout')}
        </Row>
      </div>
    </>
  )
}

const entryClass =
  'flex w-full cursor-pointer items-center gap-3 rounded-control p-3 text-left text-ink no-underline hover:bg-surface-2 disabled:cursor-default'

function Entry({
  to,
  onChoose,
  isDisabled,
  image,
  name,
  type,
  after,
}: {
  to?: string
  onChoose: () => void
  isDisabled?: boolean
  image: string | null
  name: string
  type: string
  after: ReactNode
}) {
  const inside = (
    <>
      <Avatar name={name} src={pictureUrl(image, 'small')} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm text-ink-2">{type}</span>
      </span>
      {after}
    </>
  )
  return to ? (
    <Link to={to} onClick={onChoose} className={entryClass}>
      {inside}
    </Link>
  ) : (
    <button type="button" disabled={isDisabled} onClick={onChoose} className={entryClass}>
      {inside}
    </button>
  )
}

function Row({
  to,
  icon,
  onChoose,
  children,
}: {
  to: string
  icon: ReactNode
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      onClick={onChoose}
      className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-medium text-ink no-underline hover:bg-surface-2 [&>svg]:size-5 [&>svg]:text-ink-2"
    >
      {icon}
      {children}
    </Link>
  )
}
