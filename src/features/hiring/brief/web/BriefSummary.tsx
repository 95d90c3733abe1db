import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { BRIEF_SECTIONS, type BriefDraft, type BriefSection } from '../contract.ts'
import { assumedIn, withAssumed } from '../rules.assumed.ts'

const spoken = texts(briefTexts, sectionsTexts)

type Row = [field: string, shown: ReactNode]

/** The brief as one reads it back: section by section, with what is still missing. */
export function BriefSummary({
  brief,
  missing = [],
  onEdit,
}: {
  brief: BriefDraft
  /** Dotted paths of required fields that are empty. */
  missing?: readonly string[]
  /** Given, each section can be opened to write. */
  onEdit?: ((section: BriefSection) => void) | undefined
}) {
  const { t, word } = useTexts(spoken)
  const rows = useRows(withAssumed(brief))
  const assumed: readonly string[] = assumedIn(brief)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {BRIEF_SECTIONS.map((section, at) => {
        // A town that is named brings its point; without one, the town is what is missing.
        const empty = missing.filter(
          (path) =>
            path.startsWith(`${section}.`) && !(path === 'event.lat' && missing.includes('event.city')),
        )
        return (
          <section
            key={section}
            aria-labelledby={`summary-${section}`}
            className="min-w-0 rounded-card border border-line bg-surface p-4"
          >
            <header className="mb-2 flex min-h-9 items-center justify-between gap-3">
              <h3 id={`summary-${section}`} className="flex items-baseline gap-2 font-semibold">
                <span aria-hidden className="font-display wide-110 text-accent">
                  {at + 1}
                </span>
                {t(`order.brief.sections.${section}.name`)}
              </h3>
              {onEdit && (
                <Button
                  variant="quiet"
                  size="sm"
                  icon={<Pencil aria-hidden />}
                  aria-label={t('order.brief.edit_section', {
                    section: t(`order.brief.sections.${section}.name`),
                  })}
                  onPress={() => onEdit(section)}
                >
                  {t('order.brief.edit')}
                </Button>
              )}
            </header>
            <dl className="grid gap-1.5 text-sm">
              {rows[section].map(([field, shown]) => (
                <div key={field} className="grid grid-cols-[8.5rem_1fr] gap-3">
                  <dt className="text-ink-2">{word('order.brief.fields', `${section}.${field}`)}</dt>
                  <dd className="min-w-0 break-words whitespace-pre-line">
                    {shown}
                    {assumed.includes(`${section}.${field}`) && (
                      <span className="text-ink-2"> · {t('order.brief.we_assume')}</span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            {rows[section].length === 0 && empty.length === 0 && (
              <p className="text-sm text-ink-2">{t('order.brief.nothing_written')}</p>
            )}
            {empty.length > 0 && (
              <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
                <Badge tone="warn">{t('order.brief.missing')}</Badge>
                {empty.map((path) => word('order.brief.fields', path)).join(' · ')}
              </p>
            )}
          </section>
        )
      })}
    </div>
  )
}

function useRows(brief: BriefDraft): Record<BriefSection, Row[]> {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { money, number, calendarDay, list } = useFormat()
  const { objective = {}, event = {}, sound = {}, technical = {}, budget = {}, constraints = {} } = brief
  const currency = budget.currency ?? 'USD'
  const all: Record<BriefSection, [string, ReactNode][]> = {
    objective: [
      ['kind', objective.kind && t(`order.brief.objectives.${objective.kind}.name`)],
      ['metric', objective.metric && t(`order.brief.metrics.${objective.metric}.name`)],
      ['target', objective.target != null && number(objective.target)],
      ['notes', objective.notes],
    ],
    event: [
      ['type', event.type && words.type(event.type)],
      ['title', event.title],
      ['day', event.day && calendarDay(event.day, 'long')],
      ['starts', event.starts],
      ['ends', event.ends],
      ['city', event.city],
      ['address', event.address],
      ['setting', event.setting && t(`order.brief.settings.${event.setting}`)],
      ['guests', event.guests != null && number(event.guests)],
      ['ages', event.ages?.length && list(event.ages.map((one) => t(`order.brief.ages.${one}`)))],
      [
        'recurrence',
        event.recurrence && event.recurrence !== 'none' && t(`order.brief.recurrences.${event.recurrence}`),
      ],
    ],
    sound: [
      ['genres_liked', sound.genres_liked?.length && list(sound.genres_liked.map(words.genre))],
      ['genres_forbidden', sound.genres_forbidden?.length && list(sound.genres_forbidden.map(words.genre))],
      ['energy', sound.energy && t(`order.brief.curves.${sound.energy}.name`)],
      [
        'languages',
        sound.languages?.length && list(sound.languages.map((one) => t(`order.brief.sung.${one}`))),
      ],
      ['references', sound.references],
    ],
    technical: [
      ['formats', technical.formats?.length && list(technical.formats.map(words.lineUp))],
      [
        'sound_available',
        technical.sound_available != null &&
          t(`order.brief.answers.${technical.sound_available ? 'sound_yes' : 'sound_no'}`),
      ],
      [
        'power_available',
        technical.power_available != null &&
          t(`order.brief.answers.${technical.power_available ? 'power_yes' : 'power_no'}`),
      ],
      ['stage_m2', technical.stage_m2 != null && `${number(technical.stage_m2)} m²`],
      ['noise_limit_db', technical.noise_limit_db != null && `${number(technical.noise_limit_db)} dB`],
    ],
    budget: [
      [
        'range',
        budget.max != null &&
          (budget.min
            ? `${money(budget.min, currency)} – ${money(budget.max, currency)}`
            : money(budget.max, currency)),
      ],
      ['includes_sound', budget.includes_sound && t('order.brief.yes')],
    ],
    constraints: [
      ['notes', constraints.notes],
      ['consent', constraints.consent && t('order.brief.given')],
    ],
  }
  return Object.fromEntries(
    Object.entries(all).map(([section, rows]) => [section, rows.filter(([, shown]) => shown)]),
  ) as Record<BriefSection, Row[]>
}
