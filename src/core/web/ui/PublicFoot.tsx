import { clsx } from 'clsx'
import { Link } from 'react-router'
import { texts, useTexts } from '../texts.ts'

const spoken = texts()

const PATHS = ['help', 'terms', 'privacy', 'contact'] as const

/** What stands at the foot of every page: by which rules it is used, and whom to ask. */
export function PublicFoot({ className }: { className?: string }) {
  const { t } = useTexts(spoken)
  return (
    <nav
      aria-label={t('foot.label')}
      className={clsx('flex flex-wrap gap-x-6 text-sm font-medium', className)}
    >
      {PATHS.map((path) => (
        <Link
          key={path}
          to={`/${path}`}
          className="inline-flex min-h-11 items-center text-ink-2 hover:text-ink hover:underline"
        >
          {t(`foot.${path}`)}
        </Link>
      ))}
    </nav>
  )
}
