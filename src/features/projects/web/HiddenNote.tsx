import { EyeOff } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import type { Project } from '../contract.ts'
import { recordTexts } from './texts.ts'

const spoken = texts(recordTexts)

/** Staff hides the project: since when, why, and the way to answer. */
export function HiddenNote({ hidden }: { hidden: Project['hidden'] }) {
  const { t } = useTexts(spoken)
  const { date } = useFormat()
  if (!hidden) return null
  return (
    <section
      aria-label={t('record.hidden.title')}
      className="flex flex-col gap-2 rounded-card bg-warn-tint px-5 py-4 text-warn"
    >
      <h2 className="inline-flex items-center gap-2 font-semibold">
        <EyeOff aria-hidden className="size-5" />
        {t('record.hidden.title')}
      </h2>
      <p className="text-ink">{t('record.hidden.text', { date: date(hidden.since, undefined, 'long') })}</p>
      <p className="wrap-anywhere text-ink">«{hidden.reason}»</p>
      <div>
        <LinkButton size="sm" variant="secondary" to="/tickets/new">
          {t('record.hidden.answer')}
        </LinkButton>
      </div>
    </section>
  )
}
