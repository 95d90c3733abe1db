import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { recordTexts } from './texts.ts'

const spoken = texts(recordTexts)

/** What is known of a project, with how many rows each figure is of. */
export interface Known {
  reliability: number | null
  promises: number
  reply_minutes: number | null
  replies: number
}

/** How promises kept and the time to reply are said everywhere; null before there is anything to say. */
export function useRecord() {
  const { t } = useTexts(spoken)
  const { percent } = useFormat()
  return ({ reliability, promises, reply_minutes, replies }: Known) => ({
    kept:
      reliability === null
        ? null
        : // Never all of it, where a promise was broken.
          t('record.kept', { share: percent(Math.floor(reliability * 100) / 100), count: promises }),
    reply:
      reply_minutes === null
        ? null
        : `${
            reply_minutes < 120
              ? t('record.minutes', { count: reply_minutes })
              : t('record.hours', { count: Math.round(reply_minutes / 60) })
          } ${t('record.of', { count: replies })}`,
  })
}
