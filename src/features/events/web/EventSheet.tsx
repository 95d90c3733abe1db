import { ArrowLeft } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { readSheet } from '../contract.ts'
import { artistRows, documentRows, type FactRow, hostRows, momentsOf, type Sheet } from '../rules.sheet.ts'
import { standInsOf } from '../rules.substitutes.ts'
import { Contact } from './Contact.tsx'
import { FactList } from './FactList.tsx'
import { ScheduleList } from './ScheduleList.tsx'
import { StageGraphic } from './StageGraphic.tsx'
import { StageHours } from './StageHours.tsx'
import { StageList } from './StageList.tsx'
import { StageProblems } from './StageProblems.tsx'
import { pageOf } from './sheets.ts'
import { dayTexts, stageTexts, substituteTexts } from './texts.ts'

const spoken = texts(stageTexts, dayTexts, substituteTexts)

/** A sheet: the stage for everybody, or the day of one who plays; the same is a PDF to print or keep. */
export function EventSheet({ event, performer }: Sheet) {
  const { t } = useTexts(spoken)
  const { date, time, nameOf, list } = useFormat()
  const words = useWords()
  const where = [event.place, event.city].filter(Boolean).join(', ')
  const contact = performer?.contact ?? event.contact
  return (
    <article className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <LinkButton to={pageOf(event)} variant="quiet" size="sm" icon={<ArrowLeft aria-hidden />}>
          {t('stage.sheet.back')}
        </LinkButton>
        <DownloadButton
          size="sm"
          endpoint={readSheet}
          input={{ params: { id: event.id }, query: { of: performer?.project_id ?? 'stage' } }}
        >
          {t('stage.sheet.download')}
        </DownloadButton>
      </div>
      <header>
        <p className="text-ink-2">{words.title(event)}</p>
        <h1 className="title-page">
          {performer ? t('stage.sheet.of', { name: nameOf(performer.name) }) : t('stage.title')}
        </h1>
        <p className="mt-2 first-letter:uppercase">
          {date(event.starts_at, event.zone, 'full')}, {time(event.starts_at, event.zone)}–
          {time(event.ends_at, event.zone)}
        </p>
        {performer && (
          <p className="text-ink-2">
            {[momentsOf(performer, { list, intent: words.intent }), performer.line_up]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {performer &&
          standInsOf(performer.substitutes, ({ substitute, member }) =>
            t('substitutes.plays', { substitute: nameOf(substitute), member: nameOf(member) }),
          ).map((one) => <p key={one}>{one}</p>)}
      </header>
      <dl className="flex flex-col gap-3">
        {where && (
          <div>
            <dt className="text-sm text-ink-2">{t('stage.sheet.where')}</dt>
            <dd>{where}</dd>
          </div>
        )}
        {performer && contact && (
          <div>
            <dt className="text-sm text-ink-2">{t('stage.sheet.call')}</dt>
            <dd>
              <Contact contact={contact} />
            </dd>
          </div>
        )}
      </dl>
      {performer ? (
        <section aria-label={t('stage.sheet.times')} className="flex max-w-reading flex-col gap-5">
          <ScheduleList schedule={performer.schedule} zone={event.zone} />
          <StageProblems event={event} only={performer.project_id} as="h2" />
          <Said
            title={t('events.facts.host_title')}
            rows={[...hostRows(event.host_says, t), ...documentRows(event, null, t)]}
          />
          <Said
            title={t('events.own.title')}
            rows={[
              ...(performer.says ? artistRows(performer.says, t) : []),
              ...documentRows(event, performer.project_id, t),
            ]}
          />
        </section>
      ) : (
        <section aria-label={t('stage.title')} className="flex flex-col gap-5">
          <StageProblems event={event} as="h2" />
          <StageGraphic event={event} />
          <StageList event={event} />
          <StageHours event={event} />
        </section>
      )}
    </article>
  )
}

/** What a side says; nothing where it says nothing. */
function Said({ title, rows }: { title: string; rows: readonly FactRow[] }) {
  if (rows.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <h2 className="title-card">{title}</h2>
      <FactList rows={rows} />
    </div>
  )
}
