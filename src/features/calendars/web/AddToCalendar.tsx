import { ExternalLink } from 'lucide-react'
import { useId } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import type { InputOf } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { DownloadButton } from '#core/web/ui/DownloadButton.tsx'
import { type DateThere, googleDate, outlookDate } from '../rules.ts'
import { calendarDateTexts } from './texts.ts'

const spoken = texts(calendarDateTexts)

const PAGES = { google: googleDate, outlook: outlookDate } as const

/** One date into whatever calendar somebody has, with one press. */
export function AddToCalendar<E extends Endpoint>({
  date,
  endpoint,
  input,
}: {
  date: DateThere
  /** The date's own file. */
  endpoint: E
  input: InputOf<E>
}) {
  const { t } = useTexts(spoken)
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-2">
      <span id={id} className="text-sm font-semibold max-sm:w-full">
        {t('calendars.date.add')}
      </span>
      <DownloadButton size="sm" endpoint={endpoint} input={input}>
        {t('calendars.date.file')}
      </DownloadButton>
      {(['google', 'outlook'] as const).map((program) => (
        <a
          key={program}
          href={PAGES[program](date)}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle('secondary', 'sm')}
        >
          <ExternalLink aria-hidden className="size-[1.15em] shrink-0" />
          {t(`calendars.date.${program}`)}
        </a>
      ))}
    </div>
  )
}
