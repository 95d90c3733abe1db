import { CURRENCIES } from '#core/contract/money.ts'
import { on } from '#core/server/route.ts'
import { portOf } from './commands.port.ts'
import { readWays } from './contract.ts'

export const routes = [
  on(readWays, async ({ app }) => {
    const { takes_cards, currencies } = portOf(app.config)
    return { card: takes_cards, currencies: CURRENCIES.filter((one) => currencies.includes(one)) }
  }),
]
