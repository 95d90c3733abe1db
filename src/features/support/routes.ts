import { on } from '#core/server/route.ts'
import { readContact } from './contract.ts'
import { addressIn } from './rules.ts'

export const routes = [
  on(readContact, async ({ app }) => ({ support_email: addressIn(app.config.mail_from) })),
]
