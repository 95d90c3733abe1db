import { clsx } from 'clsx'
import { Check, ChevronDown, Languages } from 'lucide-react'
import { useId, useRef } from 'react'
import { FALLBACK_LANGUAGE, LANGUAGE_NAMES, LANGUAGES, languageOf } from '#core/contract/language.ts'
import { changeLanguage } from '../i18n.ts'
import { texts, useTexts } from '../texts.ts'
import { Flag } from './Flag.tsx'

const spoken = texts()

/** Chooses the language. The lists are native popovers: they close on an outside click or Escape, without any library. */
export function LanguageMenu({
  variant = 'name',
  className,
}: {
  /**
   * Buttons in a row, or what opens a list: an icon, the current language's name, or its flag and code, which are for
   * narrow places beside other things of one's own: a flag is a country's, and many countries speak each language.
   */
  variant?: 'inline' | 'icon' | 'name' | 'flag'
  className?: string
}) {
  const { t, i18n } = useTexts(spoken)
  const label = t('shell.language')
  const current = languageOf(i18n.language) ?? FALLBACK_LANGUAGE
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  if (variant === 'inline') {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and reset more than a named group
      <div role="group" aria-label={label} className={clsx('inline-flex gap-1', className)}>
        {LANGUAGES.map((code) => (
          <button
            key={code}
            type="button"
            lang={code}
            data-language={code}
            aria-pressed={code === current}
            onClick={() => void changeLanguage(code)}
            className={clsx(
              'flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-semibold transition-colors sm:min-h-9',
              code === current ? 'bg-surface-2 text-ink' : 'text-ink-2 hover:text-ink',
            )}
          >
            <Flag code={code} />
            {LANGUAGE_NAMES[code]}
          </button>
        ))}
      </div>
    )
  }

  return (
    <span className={clsx('relative inline-flex', className)}>
      <button
        type="button"
        popoverTarget={id}
        aria-label={`${current.toUpperCase()}, ${label}: ${LANGUAGE_NAMES[current]}`}
        title={LANGUAGE_NAMES[current]}
        style={{ anchorName: `--${id}` } as React.CSSProperties}
        className={clsx(
          'inline-flex min-h-11 items-center rounded-control text-sm font-semibold transition-colors hover:bg-noche-400/20 sm:min-h-10',
          variant === 'icon' && 'w-11 justify-center sm:w-10',
          variant === 'name' && 'gap-2 px-2.5',
          // Beside much else: on a phone there is no room for more than the flag and the code.
          variant === 'flag' && 'gap-1.5 px-1.5 sm:gap-2 sm:px-2.5',
        )}
      >
        {variant === 'icon' ? (
          <Languages aria-hidden className="size-5" />
        ) : (
          <>
            {variant === 'flag' ? (
              <>
                <Flag code={current} />
                <span className="uppercase">{current}</span>
              </>
            ) : (
              <span>{LANGUAGE_NAMES[current]}</span>
            )}
            <ChevronDown
              aria-hidden
              className={clsx('size-4 opacity-80', variant === 'flag' && 'max-sm:hidden')}
            />
          </>
        )}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        style={{ positionAnchor: `--${id}` } as React.CSSProperties}
        className="language-list m-0 min-w-40 rounded-control border border-line bg-surface p-1.5 text-ink shadow-popover"
      >
        {LANGUAGES.map((code) => (
          <button
            key={code}
            type="button"
            lang={code}
            data-language={code}
            aria-current={code === current || undefined}
            onClick={() => {
              list.current?.hidePopover()
              void changeLanguage(code)
            }}
            className="flex min-h-11 w-full items-center gap-2.5 rounded-chip px-2.5 text-left text-sm font-medium hover:bg-surface-2 sm:min-h-9"
          >
            <Flag code={code} />
            <span className="flex-1">{LANGUAGE_NAMES[code]}</span>
            {code === current && <Check aria-hidden className="size-4 text-accent" />}
          </button>
        ))}
      </div>
    </span>
  )
}
