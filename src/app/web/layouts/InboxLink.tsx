import { NavLink } from 'react-router'
import { texts, useTexts } from '#core/web/texts.ts'
import { CountBadge, countShown } from '#core/web/ui/CountBadge.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { useWaiting } from '#features/notifications/web/waiting.ts'
import { menuOf, PAGES } from '../menu.ts'
import { appTexts } from '../texts.ts'

const spoken = texts(appTexts)

/**
 * The inbox beside the bell: in how many conversations something is unread, and the way there. Nothing for whom has no
 * conversations, and in a build without them.
 */
export function InboxLink() {
  const { word } = useTexts(spoken)
  const user = useSession((session) => session.user)
  const unread = useWaiting()('messages')
  const page = user && menuOf(PAGES, user).main.find((one) => one.page === 'messages')
  if (!page?.icon) return null
  const name = word('menu', page.page)
  return (
    <NavLink
      to={page.path}
      aria-label={
        unread > 0 ? `${name}, ${word('menu_waiting', page.page, { n: countShown(unread) })}` : name
      }
      title={name}
      data-inbox
      className="relative grid size-11 place-items-center rounded-control text-ink hover:bg-surface-2"
    >
      <page.icon aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
      <CountBadge n={unread} />
    </NavLink>
  )
}
