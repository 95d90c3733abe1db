import { on } from '#core/server/route.ts'
import { portOf } from './commands.port.ts'
import { readWays } from './contract.ts'

export const routes = [on(readWays, async ({ app }) => ({ card: portOf(app.config).takes_cards }))]
