import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { later } from '#core/web/ui/later.tsx'
import { OnceOpen } from '#core/web/ui/OnceOpen.tsx'
import { appTexts } from '../texts.ts'

const spoken = texts(appTexts)

const CommandPalette = later(async () => (await import('./CommandPalette.tsx')).CommandPalette)

/** Opens the palette, by press or by Ctrl K (⌘ K), from wherever nothing else is open. */
export function PaletteButton() {
  const { t } = useTexts(spoken)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // A dialog in front hides the page behind it, and with it this button.
      if (!button.current?.closest('[inert], [aria-hidden="true"]')) setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isMac])

  const near = () => void CommandPalette.fetch()
  return (
    <>
      <button
        ref={button}
        type="button"
        title={t('palette.open')}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
        onPointerEnter={near}
        onFocus={near}
        className="flex size-11 items-center justify-center gap-2.5 rounded-control text-ink-2 transition-colors hover:bg-surface-2 sm:h-10 sm:w-auto sm:border sm:border-line sm:bg-surface sm:px-3"
      >
        <Search aria-hidden="true" className="size-5 sm:size-4" />
        <span className="sr-only text-sm sm:not-sr-only">{t('palette.short')}</span>
        <kbd className="hidden rounded-chip border border-line px-1.5 font-sans text-xs sm:inline">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      <OnceOpen isOpen={isOpen}>
        <CommandPalette isOpen={isOpen} onOpenChange={setOpen} />
      </OnceOpen>
    </>
  )
}
