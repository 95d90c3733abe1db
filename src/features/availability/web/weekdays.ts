import { useMemo } from 'react'
import { useLanguage } from '#core/web/texts.ts'

/** The days' names in the reader's language, Monday first: short for the eye, long for sentences. */
export function useWeekdays(): { weekday: number; short: string; long: string }[] {
  const language = useLanguage()
  return useMemo(() => {
    const name = (style: 'narrow' | 'long') =>
      new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'es-GT', { weekday: style, timeZone: 'UTC' })
    const short = name('narrow')
    const long = name('long')
    // 2026-11-23 was a Monday.
    return [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
      const day = new Date(Date.UTC(2026, 10, 22 + weekday))
      return { weekday, short: short.format(day), long: long.format(day) }
    })
  }, [language])
}
