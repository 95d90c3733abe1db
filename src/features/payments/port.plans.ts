/* What whoever moves money does for plans: a card that is charged again and again, until it is told not to. */

/** What a card is charged for each time, minor units. */
export interface PlanPrice {
  /** The plan, and what the payer reads of it. */
  plan: string
  name: string
  amount: number
  currency: string
  interval: 'month' | 'year'
}

/** A page of the provider's on which somebody says which card pays their plan. The same key begins one. */
export interface PlanPageOrder {
  key: string
  /** Ours. */
  card_id: number
  price: PlanPrice
  /** When it is charged first; null: at once. */
  starts_at: string | null
  email: string
  language: string
  return_url: string
  expires_at: string
}

/** That page, as the provider has it now. */
export interface PlanPageFound {
  session_id: string
  url: string | null
  status: 'open' | 'complete' | 'expired'
  card_id: number | null
  subscription_id: string | null
}

/** What the provider asked a card for. */
export interface InvoiceFound {
  invoice_id: string
  state: 'open' | 'paid' | 'over'
  /** Minor units; of `paid` what was paid. */
  amount: number
  currency: string
  /** Whether a card was asked for it, and which payment it is, once there is one. */
  tried: boolean
  intent_id: string | null
}

/** A plan's card, as the provider has it now. */
export interface SubscriptionFound {
  subscription_id: string
  customer_id: string
  /** Ours, as it was given when its page was begun. */
  card_id: number | null
  /** `late`: its card wasn't taken; `over`: nothing is charged any more. */
  state: 'running' | 'late' | 'over'
  cancels: boolean
  /** When it is charged next. */
  paid_until: string
  /** What it is charged with then. */
  amount: number
  currency: string
  interval: 'month' | 'year'
  /** The last ones, the oldest first. */
  invoices: InvoiceFound[]
}

/** What is to be charged from a moment on; until then nothing is. */
export interface Steered {
  key: string
  subscription_id: string
  price: PlanPrice
  paid_until: string
  cancels: boolean
}

/** What the product asks of whoever moves money for plans. All throw `Declined` and `NoAnswer`. */
export interface PlanPort {
  beginPlanPage(order: PlanPageOrder): Promise<PlanPageFound>
  askPlanPage(session_id: string): Promise<PlanPageFound>
  askSubscription(subscription_id: string): Promise<SubscriptionFound>
  steer(order: Steered): Promise<void>
  /**
   * Charges the price of another plan at once, less what is left of the one before; the next time is an interval from now.
   * Where the card isn't taken nothing changes. @param order.less minor units
   */
  changeNow(order: Omit<Steered, 'paid_until' | 'cancels'> & { less: number }): Promise<SubscriptionFound>
  /** Nothing is charged any more; nothing where that is so already. */
  endSubscription(subscription_id: string): Promise<SubscriptionFound>
  /** What the provider kept of what was paid, minor units; null where that is in another currency. */
  askCost(intent_id: string): Promise<number | null>
  /** A page of the provider's on which the payer changes their card. */
  portalPage(customer_id: string, back: { return_url: string; language: string }): Promise<string>
}
