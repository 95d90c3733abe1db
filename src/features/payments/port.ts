import type { PlanPort } from './port.plans.ts'

/*
 * The port to whoever moves money for the platform. The manual adapter moves none: people pay each other, and the rows
 * say what they say of it. A provider's adapter moves it by card; what it says of a state is asked for, never believed
 * from what was sent.
 */

/** What somebody is to pay on a page of the provider's. The same key begins one page, however often it is sent. */
export interface CheckoutOrder {
  key: string
  payment_id: number
  checkout_id: number
  /** Minor units. */
  amount: number
  currency: string
  /** What it is for, as the payer reads it. */
  title: string
  language: string
  /** Where the payer comes back to, whatever they did. */
  return_url: string
  /** When nobody may pay on it any more. */
  expires_at: string
}

/** A payer's page, as the provider has it now. */
export interface CheckoutFound {
  session_id: string
  url: string | null
  /** `open`: may still be paid; `expired`: never will be. */
  status: 'open' | 'paid' | 'expired'
  amount: number
  currency: string
  /** Ours, as it was given when the page was begun. */
  checkout_id: number | null
  /** Why the last card wasn't taken, as the provider's code says it. */
  failure: string | null
  /** Once it was paid. */
  paid: { intent_id: string; charge_id: string; cost: number | null } | null
}

/** Money that is to go from the platform: back to who paid, or on to a project. The same key moves it once. */
export interface MoveOrder {
  key: string
  move_id: number
  payment_id: number
  amount: number
  currency: string
  intent_id: string
  /** Whose money it is; null: the platform's own. */
  charge_id: string | null
}

/** What became of it. `sent`: on its way. */
export interface MoveFound {
  provider_id: string
  state: 'sent' | 'done' | 'failed'
  amount: number
  currency: string
  failure: string | null
}

/** A payer's bank asks for the money back. */
export interface DisputeFound {
  dispute_id: string
  intent_id: string | null
  amount: number
  currency: string
  /** `none`: an inquiry that takes no money. */
  state: 'none' | 'open' | 'won' | 'lost'
}

/** A project's account at the provider. */
export interface AccountFound {
  account_id: string
  /** Whether money may be sent there, and paid out from there. */
  ready: boolean
  /** What the provider still wants to know, as its field names. */
  missing: string[]
}

/** That something happened at the provider: what it was about is to be asked for. */
export interface EventFound {
  event_id: string
  type: string
  /** Of a project's own account there; null: of the platform's. */
  account_id: string | null
  object_id: string | null
  /** Ours, where what it is about was begun with it. */
  checkout_id: number | null
  /** The same of a plan's card. */
  plan_card_id: number | null
  created_at: string
}

/** The provider's answer is no, and would be the same again. */
export class Declined extends Error {
  override name = 'Declined'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Nobody knows whether it happened: to be sent again with the same key. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** What the product asks of whoever moves money. All throw `Declined` and `NoAnswer`. */
export interface PaymentPort extends PlanPort {
  readonly name: 'manual' | 'stripe'
  readonly takes_cards: boolean
  /** What the platform's account there keeps money in: a charge in another currency couldn't be sent on. */
  readonly currencies: readonly string[]
  beginCheckout(order: CheckoutOrder): Promise<CheckoutFound>
  askCheckout(session_id: string): Promise<CheckoutFound>
  /** Nobody may pay there any more; nothing where that is so already. */
  endCheckout(session_id: string): Promise<void>
  refund(order: MoveOrder): Promise<MoveFound>
  askRefund(refund_id: string): Promise<MoveFound>
  transfer(order: MoveOrder & { account_id: string }): Promise<MoveFound>
  askDispute(dispute_id: string): Promise<DisputeFound>
  openAccount(project: { project_id: number; email: string }): Promise<AccountFound>
  askAccount(account_id: string): Promise<AccountFound>
  /** A page of the provider's on which a project's owner says what is missing, or changes where the money goes. */
  accountPage(account: AccountFound, back: { return_url: string; refresh_url: string }): Promise<string>
  /** What a call of the provider's says, once its signature holds; null where it doesn't. */
  readEvent(body: Buffer, signature: string): Promise<EventFound | null>
}
