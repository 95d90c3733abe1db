import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { later } from '#core/web/ui/later.tsx'
import { directoryTexts } from './texts.ts'

const spoken = texts(directoryTexts)

const ProfileReportDialog = later(async () => (await import('./ProfileReportDialog.tsx')).ProfileReportDialog)

/** The way to tell staff that a public profile shouldn't be shown. */
export function ReportButton({ id, name }: { id: number; name: string }) {
  const { t } = useTexts(spoken)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mt-5 inline-flex min-h-11 items-center gap-1.5 rounded-check text-sm text-ink-2 underline-offset-4 hover:underline sm:min-h-8"
      >
        <Flag aria-hidden className="size-4" />
        {t('directory.profile.report.open')}
        <span className="sr-only">: {name}</span>
      </button>
      <Suspense fallback={null}>
        {isOpen && <ProfileReportDialog id={id} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
