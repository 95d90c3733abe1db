import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, FileMusic, Plus, Search } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { useNavigate } from 'react-router'
import { ask } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { can } from '#features/access/rules.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { listOrders } from '#features/hiring/desk/contract.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { labelOf } from '#features/projects/rules.ts'
import { useProjectSwitch } from '#features/projects/web/projectSwitch.ts'
import { projectTexts } from '#features/projects/web/texts.ts'
import { PAGES, pagesOf } from '../menu.ts'
import { appTexts } from '../texts.ts'

const spoken = texts(appTexts, projectTexts)

interface Entry {
  id: string
  label: string
  note?: string
  icon: ReactNode
  onChoose: () => void
}

/** A pause in typing after which the server is asked. */
const PAUSE_MS = 200

/** Everywhere one can go from here, found by typing: pages, one's other projects, a hunter's orders. */
export function CommandPalette({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const { t } = useTexts(spoken)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-noche-950/60 p-3 sm:pt-[12vh]"
    >
      <Modal className="w-full max-w-xl overflow-hidden rounded-card border border-line bg-surface text-ink entering:animate-pop">
        <Dialog aria-label={t('palette.open')} className="flex max-h-[75dvh] flex-col outline-none">
          <Finder close={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Finder({ close }: { close: () => void }) {
  const { t, word } = useTexts(spoken)
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed).trim()
  const { contains } = useFilter({ sensitivity: 'base', ignorePunctuation: true })
  const matching = (entries: Entry[]) =>
    wanted ? entries.filter(({ label, note }) => contains(`${label} ${note ?? ''}`, wanted)) : entries
  const pages = usePages(close)
  const projects = useProjects(close)
  const orders = useOrders(wanted, close)
  const sections = [
    { id: 'pages', entries: matching(pages) },
    { id: 'projects', entries: matching(projects) },
    { id: 'orders', entries: orders.entries },
  ].filter(({ entries }) => entries.length > 0)
  const byId = new Map(sections.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry])))

  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField
        autoFocus
        aria-label={t('palette.label')}
        className="flex items-center border-b border-line"
      >
        <Search aria-hidden className="ml-4 size-5 shrink-0 text-ink-3" />
        <Input
          placeholder={t('palette.hint')}
          className="h-14 w-full min-w-0 bg-transparent px-3 text-lg outline-none! [&::-webkit-search-cancel-button]:hidden"
        />
      </SearchField>
      <Menu
        aria-label={t('palette.label')}
        onAction={(id) => byId.get(String(id))?.onChoose()}
        className="min-h-0 flex-1 overflow-y-auto p-2 outline-none"
        renderEmptyState={() => (
          <p className="px-3 py-6 text-center text-ink-2">
            {t(orders.isAsking ? 'palette.searching' : 'palette.none')}
          </p>
        )}
      >
        {sections.map(({ id, entries }) => (
          <MenuSection key={id} id={id} className="pb-2">
            <Header className="px-3 pt-2 pb-1 text-sm font-semibold text-ink-2">{word('palette', id)}</Header>
            {entries.map((entry) => (
              <MenuItem
                key={entry.id}
                id={entry.id}
                textValue={entry.label}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 outline-none select-none focus:bg-surface-2 hover:bg-surface-2"
              >
                <span className="shrink-0 text-ink-2 [&>svg]:size-5">{entry.icon}</span>
                <span className="min-w-0 flex-1 truncate font-medium">{entry.label}</span>
                {entry.note && <span className="shrink-0 text-sm text-ink-2">{entry.note}</span>}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
      <p
        role="status"
        className={orders.isError ? 'border-t border-line px-5 py-2 text-sm text-bad' : 'sr-only'}
      >
        {orders.isError ? t('palette.error') : ''}
      </p>
      <p className="hidden border-t border-line px-5 py-2 text-sm text-ink-2 sm:block">{t('palette.keys')}</p>
    </Autocomplete>
  )
}

function usePages(close: () => void): Entry[] {
  const { t, word } = useTexts(spoken)
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  if (!user) return []
  const go = (to: string) => () => {
    close()
    void navigate(to)
  }
  const entries = pagesOf(PAGES, user).map(({ path, page, title, icon: Icon, isFunctionality }) => ({
    id: path,
    label: isFunctionality ? word('menu', page) : word('titles', title),
    icon: Icon ? <Icon aria-hidden strokeWidth={1.75} /> : <ArrowRightLeft aria-hidden strokeWidth={1.75} />,
    onChoose: go(path),
  }))
  if (can(user.permissions, 'read:musician-profile-type'))
    entries.push({
      id: '/musician-profile-type',
      label: t('titles.musician_profile_type'),
      icon: <Plus aria-hidden />,
      onChoose: go('/musician-profile-type?mode=create'),
    })
  return entries
}

function useProjects(close: () => void): Entry[] {
  const { t } = useTexts(spoken)
  const user = useSession((session) => session.user)
  const current = useSession((session) => session.musicProjectId)
  const toSwitch = useProjectSwitch(close)
  return (user?.music_project ?? [])
    .filter(({ id }) => id !== current)
    .map((project) => ({
      id: `project-${project.id}`,
      label: project.name,
      note: t(`projects.labels.${labelOf(project, user?.id ?? 0)}`),
      icon: <ArrowRightLeft aria-hidden />,
      onChoose: () => toSwitch.mutate(project.id),
    }))
}

function useOrders(wanted: string, close: () => void) {
  const words = useWords()
  const navigate = useNavigate()
  const permissions = useSession((session) => session.user?.permissions)
  const [q, setQ] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const found = useQuery({
    ...ask(listOrders, { query: { q: q.slice(0, 80), limit: 6 } }),
    enabled: can(permissions ?? [], 'read:order'),
    placeholderData: keepPreviousData,
  })
  const entries: Entry[] = (found.data?.results ?? []).map((order) => ({
    id: `order-${order.id}`,
    label: words.title(order),
    note: words.stage(order.stage),
    icon: <FileMusic aria-hidden />,
    onChoose: () => {
      close()
      void navigate(`/order?id=${order.id}`)
    },
  }))
  return { entries, isAsking: found.isFetching || q !== wanted, isError: found.isError }
}
