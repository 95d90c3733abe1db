import type { Config } from '#core/server/config.ts'
import { Declined, type PaymentPort } from './port.ts'

/** Nobody moves money but the two sides: what it says of each payment stands in its row. */
const no = (): Promise<never> => Promise.reject(new Declined('by_hand', 'payments are made by hand here'))
export const MANUAL: PaymentPort = {
  name: 'manual',
  takes_cards: false,
  currencies: [],
  ...{ beginCheckout: no, askCheckout: no, endCheckout: no, refund: no, askRefund: no, transfer: no },
  ...{ askDispute: no, openAccount: no, askAccount: no, accountPage: no, readEvent: async () => null },
  ...{ beginPlanPage: no, askPlanPage: no, askSubscription: no, steer: no, changeNow: no },
  ...{ endSubscription: no, askCost: no, portalPage: no },
}

/** Stripe's package is large, and loaded with the first call: where nobody pays by card it isn't at all. */
function stripe(settings: NonNullable<Config['stripe']>): PaymentPort {
  let loading: Promise<PaymentPort> | undefined
  const port = () => {
    loading ??= import('./commands.stripe.ts').then(({ stripePort }) => stripePort(settings))
    return loading
  }
  return {
    ...{ name: 'stripe', takes_cards: true, currencies: settings.currencies },
    beginCheckout: async (order) => (await port()).beginCheckout(order),
    askCheckout: async (id) => (await port()).askCheckout(id),
    endCheckout: async (id) => (await port()).endCheckout(id),
    refund: async (order) => (await port()).refund(order),
    askRefund: async (id) => (await port()).askRefund(id),
    transfer: async (order) => (await port()).transfer(order),
    askDispute: async (id) => (await port()).askDispute(id),
    openAccount: async (project) => (await port()).openAccount(project),
    askAccount: async (id) => (await port()).askAccount(id),
    accountPage: async (account, back) => (await port()).accountPage(account, back),
    readEvent: async (body, signature) => (await port()).readEvent(body, signature),
    beginPlanPage: async (order) => (await port()).beginPlanPage(order),
    askPlanPage: async (id) => (await port()).askPlanPage(id),
    askSubscription: async (id) => (await port()).askSubscription(id),
    steer: async (order) => (await port()).steer(order),
    changeNow: async (order) => (await port()).changeNow(order),
    endSubscription: async (id) => (await port()).endSubscription(id),
    askCost: async (id) => (await port()).askCost(id),
    portalPage: async (customer, back) => (await port()).portalPage(customer, back),
  }
}

const ports = new WeakMap<Config, PaymentPort>()

/** Who moves money, as it is configured. */
export function portOf(config: Config): PaymentPort {
  const port = ports.get(config) ?? (config.stripe ? stripe(config.stripe) : MANUAL)
  ports.set(config, port)
  return port
}
