import { useQuery } from '@tanstack/react-query'
import { ask } from '#core/web/ask.ts'
import { readWays } from '../contract.ts'
import { MOST_BY_CARD } from '../rules.ts'

/** Whether so much may be paid by card here; false until that is known. @param asks whether it is asked at all */
export function useTakesCard(
  { amount, currency }: { amount: number; currency: string },
  asks = true,
): boolean {
  const ways = useQuery({ ...ask(readWays), enabled: asks })
  return asks && amount <= MOST_BY_CARD && !!ways.data?.currencies.some((one) => one === currency)
}
