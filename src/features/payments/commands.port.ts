import type { Config } from '#core/server/config.ts'
import { stripePort } from './commands.stripe.ts'
import { Declined, type PaymentPort } from './port.ts'

/** Nobody moves money but the two sides: what it says of each payment stands in its row. */
const no = (): Promise<never> => Promise.reject(new Declined('by_hand', 'payments are made by hand here'))
export const MANUAL: PaymentPort = {
  name: 'manual',
  takes_cards: false,
  ...{ beginCheckout: no, askCheckout: no, endCheckout: no, refund: no, askRefund: no, transfer: no },
  ...{ askDispute: no, openAccount: no, askAccount: no, accountPage: no, readEvent: () => null },
}

const ports = new WeakMap<Config, PaymentPort>()

/** Who moves money, as it is configured. */
export function portOf(config: Config): PaymentPort {
  const port = ports.get(config) ?? (config.stripe ? stripePort(config.stripe) : MANUAL)
  ports.set(config, port)
  return port
}
