import { useMutation } from '@tanstack/react-query'
import { Download, ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { type DateThere, googleDate, outlookDate } from '../rules.ts'
import { calendarDateTexts } from './texts.ts'

const spoken = texts(calendarDateTexts)

const PAGES = { google: googleDate, outlook: outlookDate } as const

/** Hands a file to the browser to be stored. */
function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  // Not at once: some browsers only begin to read it now.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** One date into whatever calendar somebody has, with one press. */
export function AddToCalendar({
  date,
  file,
  fileName,
}: {
  date: DateThere
  /** Fetches the text of the date's own file. */
  file: () => Promise<unknown>
  fileName: string
}) {
  const { t } = useTexts(spoken)
  const id = useId()
  const fetched = useMutation({
    mutationFn: file,
    onSuccess: (text) => save(String(text), fileName),
    onError: (error) => toast.error(error.message),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-2">
      <span id={id} className="text-sm font-semibold max-sm:w-full">
        {t('calendars.date.add')}
      </span>
      <Button
        variant="secondary"
        size="sm"
        icon={<Download aria-hidden />}
        isPending={fetched.isPending}
        onPress={() => fetched.mutate()}
      >
        {t('calendars.date.file')}
      </Button>
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
