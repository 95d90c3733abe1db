import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Menu as MenuIcon, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { refresh } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { useTheme } from '#core/web/theme.ts'
import { countShown } from '#core/web/ui/CountBadge.tsx'
import { LanguageMenu } from '#core/web/ui/LanguageMenu.tsx'
import { Logo } from '#core/web/ui/Logo.tsx'
import { later } from '#core/web/ui/later.tsx'
import { PublicFoot } from '#core/web/ui/PublicFoot.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { ThemeToggle } from '#core/web/ui/ThemeToggle.tsx'
import { useSession } from '#features/accounts/web/session.ts'
import { useWaiting } from '#features/notifications/web/waiting.ts'
import { readProfile } from '#features/projects/contract.ts'
import { refreshProfile } from '#features/projects/web/profile.ts'
import { homeOf } from '../guard.ts'
import { menuOf, PAGES } from '../menu.ts'
import type { Page } from '../page.tsx'
import { appTexts } from '../texts.ts'
import { HeaderTools } from './HeaderTools.tsx'
import { PaletteButton } from './PaletteButton.tsx'

const spoken = texts(appTexts)

/** Few ever see it: it isn't part of the shell. */
const DeletionBanner = later(
  async () => (await import('#features/accounts/web/DeletionBanner.tsx')).DeletionBanner,
)

const NARROW = '(max-width: 1023px)'

/** The house of every private page: sidebar, header, and the page between them. */
export function SideMenuLayout() {
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  const { theme, setTheme } = useTheme()
  const { pathname } = useLocation()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const sidebar = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const menu = user ? menuOf(PAGES, user) : { main: [], bottom: [] }

  const close = () => {
    setOpen(false)
    toggle.current?.focus()
  }

  useEffect(() => {
    if (isOpen) sidebar.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [isOpen])

  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
      if (event.key === 'Tab') keepInside(event, sidebar.current)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  /** Below 1024 px a choice closes the sidebar. */
  const onChoose = () => {
    if (matchMedia(NARROW).matches) setOpen(false)
  }

  return (
    <div className="min-h-dvh bg-bg lg:grid lg:grid-cols-[16rem_1fr] print:block">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-control focus:bg-surface focus:p-3"
      >
        {t('shell.skip')}
      </a>
      {isOpen && (
        <div aria-hidden="true" className="fixed inset-0 z-30 bg-noche-950/60 lg:hidden" onClick={close} />
      )}
      <aside
        ref={sidebar}
        id="sidebar"
        aria-label={t('shell.menu')}
        className={clsx(
          'stage fixed inset-y-0 left-0 z-40 flex w-64 flex-col overflow-y-auto print:hidden bg-noche-900 py-4 lg:visible lg:sticky lg:top-0 lg:h-dvh lg:translate-x-0',
          // In sight at once when it opens, or it could not take the focus.
          isOpen
            ? 'visible translate-x-0 transition-[translate]'
            : 'invisible -translate-x-full transition-[translate,visibility]',
        )}
      >
        <div className="flex items-center justify-between px-5 pb-5">
          <Link
            to={homeOf(user?.accountType)}
            aria-label={t('shell.dashboard')}
            onClick={onChoose}
            className="rounded-control"
          >
            <Logo />
          </Link>
          <button
            type="button"
            aria-label={t('shell.close_menu')}
            className="grid size-11 place-items-center rounded-control text-ink-2 lg:hidden"
            onClick={close}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <nav aria-label={t('shell.main')} className="flex-1 px-3.5">
          <MenuList pages={menu.main} onChoose={onChoose} />
        </nav>
        <nav aria-label={t('shell.bottom')} className="px-3.5 pt-6">
          <MenuList pages={menu.bottom} onChoose={onChoose} />
        </nav>
      </aside>
      <div className="group/house flex min-w-0 flex-col">
        <header className="sticky top-0 z-20 flex h-[4.25rem] items-center gap-1 border-b bg-bg/95 px-4 backdrop-blur sm:gap-2 sm:px-5 print:hidden">
          <button
            ref={toggle}
            type="button"
            aria-label={t('shell.open_menu')}
            aria-expanded={isOpen}
            aria-controls="sidebar"
            className="grid size-11 place-items-center rounded-control text-ink lg:hidden"
            onClick={() => setOpen(true)}
          >
            <MenuIcon aria-hidden="true" className="size-6" />
          </button>
          <div className="flex-1" />
          <PaletteButton />
          <ThemeToggle theme={theme} onChange={setTheme} label={t('shell.theme')} />
          <LanguageMenu variant="flag" />
          <HeaderTools />
        </header>
        {user?.delete_at && pathname !== '/profile' && (
          <Suspense fallback={null}>
            <DeletionBanner
              delete_at={user.delete_at}
              onChanged={async () => {
                await refreshProfile()
                await refresh(client, [readProfile])
              }}
            />
          </Suspense>
        )}
        <main id="content" tabIndex={-1} className="page-width w-full flex-1 px-4 py-6 outline-none sm:px-5">
          <Suspense fallback={<Skeleton lines={6} />}>
            <Outlet />
          </Suspense>
        </main>
        {/* Not before the page is there: what comes would push it away before one's eyes. */}
        <footer className="page-width w-full px-4 pb-6 group-has-[.animate-shimmer]/house:not-focus-within:invisible sm:px-5 print:hidden">
          <PublicFoot className="border-t border-line pt-3" />
        </footer>
      </div>
      <ScrollRestoration />
    </div>
  )
}

function MenuList({ pages, onChoose }: { pages: readonly Page[]; onChoose: () => void }) {
  const { word } = useTexts(spoken)
  const waiting = useWaiting()
  return (
    <ul className="grid gap-1">
      {pages.map(({ path, page, icon: Icon }) => (
        <li key={page}>
          <NavLink
            to={path}
            onClick={onChoose}
            className={({ isActive }) =>
              clsx(
                'relative flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors lg:min-h-10',
                isActive
                  ? 'bg-noche-800 text-ink before:absolute before:top-2.5 before:bottom-2.5 before:-left-3.5 before:w-1.5 before:rounded-r before:bg-foco-400'
                  : 'text-ink-2 hover:bg-noche-800/60 hover:text-ink',
              )
            }
          >
            {Icon && <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />}
            {word('menu', page)}
            <Waiting page={page} n={waiting(page)} />
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

/** How much waits on a page: a figure to see, words to hear. */
function Waiting({ page, n }: { page: string; n: number }) {
  const { word } = useTexts(spoken)
  if (n === 0) return null
  return (
    <>
      <span
        aria-hidden="true"
        className="ml-auto grid h-5.5 min-w-5.5 place-items-center rounded-full bg-foco-400 px-1.5 text-xs font-bold text-noche-950 tabular-nums"
      >
        {countShown(n)}
      </span>
      <span className="sr-only">{word('menu_waiting', page, { n })}</span>
    </>
  )
}

/** Tab goes round inside the open sidebar. */
function keepInside(event: KeyboardEvent, container: HTMLElement | null) {
  const inside = [...(container?.querySelectorAll<HTMLElement>('a[href], button') ?? [])]
  const first = inside[0]
  const last = inside.at(-1)
  if (!matchMedia(NARROW).matches || !first || !last) return
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault()
    first.focus()
  }
}
