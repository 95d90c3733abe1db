import { Search } from 'lucide-react'
import { useState } from 'react'
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
} from 'react-aria-components'
import { saysNearly } from '#core/contract/spelling.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { appTexts, paletteTexts } from '../texts.ts'
import { type Entry, useAsked, useDates, useMembers, usePages, useProjects } from './paletteEntries.tsx'

const spoken = texts(appTexts, paletteTexts)

/**
 * Everywhere one can go from here, found by typing, a slip or two forgiven: pages, one's other projects and their members,
 * a hunter's orders and events and the musicians there are, a musician's next dates.
 */
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
  // Filtered with each letter: an arrow that is pressed next must not find a list that the letter is about to change.
  const wanted = typed.trim()
  const matching = (entries: Entry[]) =>
    wanted ? entries.filter(({ label, note }) => saysNearly(`${label} ${note ?? ''}`, wanted)) : entries
  /** Named by somebody, and too many to be shown before anything is typed. */
  const named = (entries: Entry[]) => (wanted.length > 1 ? matching(entries) : [])
  const asked = useAsked(wanted, close)
  const sections = [
    { id: 'pages', entries: matching(usePages(close)) },
    { id: 'projects', entries: matching(useProjects(close)) },
    { id: 'members', entries: named(useMembers(wanted.length > 1, close)) },
    { id: 'orders', entries: asked.orders },
    { id: 'events', entries: [...asked.events, ...named(useDates(wanted.length > 1, close))] },
    { id: 'musicians', entries: asked.musicians },
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
            {t(asked.isAsking ? 'palette.searching' : 'palette.none')}
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
                <span className="min-w-0 flex-1 font-medium wrap-anywhere">{entry.label}</span>
                {entry.note && <span className="shrink-0 text-sm text-ink-2">{entry.note}</span>}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
      <p
        role="status"
        className={asked.isError ? 'border-t border-line px-5 py-2 text-sm text-bad' : 'sr-only'}
      >
        {asked.isError ? t('palette.error') : ''}
      </p>
      <p className="hidden border-t border-line px-5 py-2 text-sm text-ink-2 sm:block">{t('palette.keys')}</p>
    </Autocomplete>
  )
}
