import { useMemo } from 'react'
import { formatDate, formatList, formatNumber, formatPercent, localeOf } from '#core/contract/intl.ts'
import { formatMoney } from '#core/contract/money.ts'
import { texts, useTexts } from './texts.ts'

const spoken = texts()

type Style = 'day' | 'short' | 'long' | 'full' | 'weekday' | 'month' | 'month_short' | 'month_name'

const STYLES: Record<Style, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long' },
  /** In a row of days, e.g. «jue 26». */
  weekday: { weekday: 'short', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  month_short: { month: 'short', year: 'numeric' },
  month_name: { month: 'short' },
}

/** Dates, numbers and money as the chosen language writes them. Instants are shown in the place's zone. */
export function useFormat() {
  const { i18n, t } = useTexts(spoken)
  const language = i18n.language
  return useMemo(() => {
    const locale = localeOf(language)
    return {
      money: (minor: number, currency: string) => formatMoney(minor, currency, language),
      number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(value, locale, options),
      /** @param share 1 is all of it; `digits` is how exact it is written at most */
      percent: (share: number, digits = 0) => formatPercent(share, language, digits),
      date: (at: string | Date, zone?: string, style: Style = 'short') =>
        formatDate(at, language, { ...STYLES[style], ...(zone ? { timeZone: zone } : {}) }),
      time: (at: string | Date, zone?: string) =>
        formatDate(at, language, {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
          ...(zone ? { timeZone: zone } : {}),
        }),
      /** A calendar day (YYYY-MM-DD), whatever the browser's zone. */
      calendarDay: (day: string, style: Style = 'short') =>
        formatDate(`${day}T00:00:00Z`, language, { ...STYLES[style], timeZone: 'UTC' }),
      /** A person's or a project's name; null: their account was deleted. */
      nameOf: (name: string | null) => name ?? t('deleted_account'),
      /** How large a file is, as kB or MB. */
      size: (bytes: number) => {
        const megabytes = bytes / 1_000_000
        return formatNumber(megabytes >= 1 ? megabytes : Math.max(1, bytes / 1000), locale, {
          style: 'unit',
          unit: megabytes >= 1 ? 'megabyte' : 'kilobyte',
          maximumFractionDigits: megabytes >= 1 ? 1 : 0,
        })
      },
      list: (items: readonly string[]) => formatList(items, language),
    }
  }, [language, t])
}
