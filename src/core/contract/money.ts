import * as z from 'zod/mini'
import { formatNumber } from './intl.ts'

/** Currencies offered (ISO 4217); all have two decimals. USD is the default. */
export const CURRENCIES = ['USD', 'GTQ', 'HNL', 'NIO', 'CRC', 'PAB', 'MXN', 'EUR'] as const
export const Currency = z.enum(CURRENCIES)
export type Currency = z.output<typeof Currency>
export const DEFAULT_CURRENCY: Currency = 'USD'
/** How many minor units make a major one, in every currency offered. */
export const MINOR_UNITS = 100

/** An amount in minor units (cents), never negative. */
export const Amount = z.int().check(z.minimum(0), z.maximum(100_000_000_000))

/** An amount in minor units as a language writes it; whole amounts are written without decimals. */
export function formatMoney(minor: number, currency: string, language: string): string {
  return formatNumber(minor / MINOR_UNITS, language === 'es' ? 'es-US' : 'en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: minor % MINOR_UNITS === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  })
}
