import * as z from 'zod/mini'
import { seenBy, wordsOf } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams, PathId } from '#core/contract/endpoint.ts'
import { Language } from '#core/contract/language.ts'
import { Currency } from '#core/contract/money.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { line } from '#core/contract/text.ts'
import { Instant } from '#core/contract/time.ts'
import { BudgetItem, CancellationTier } from '#features/budgets/contract.ts'
import { Intent } from '#features/hiring/plan/contract.ts'
import { CardFacts, PaymentKind, PaymentMethod, PaymentState } from '#features/payments/contract.ts'
import { EventType } from '#features/services/contract.ts'

export const CONTRACT_STATES = [
  'draft',
  'sent',
  'viewed',
  'partially_signed',
  'signed',
  'active',
  'completed',
  'rejected',
  'expired',
  'voided',
] as const
export const ContractState = z.enum(CONTRACT_STATES)
export type ContractState = z.output<typeof ContractState>

export const SIDES = ['hunter', 'artist'] as const
export const Side = z.enum(SIDES)
export type Side = z.output<typeof Side>

/**
 * How a version stands that isn't the agreement's own: signed, or sent, before it; or an amendment that is waited for,
 * was declined by the other side or taken back by its own.
 */
export const VERSION_STATES = ['superseded', 'proposed', 'declined', 'withdrawn'] as const
/** `lapsed`: nobody signed or ended it before the music began or the agreement ended; said when it is read. */
export const VersionState = z.enum([...VERSION_STATES, 'lapsed'])
export type VersionState = z.output<typeof VersionState>

/** One numbered clause, in one language. */
export const Clause = z.object({ title: z.string(), text: z.string() })

/** Signs for the buyer with the buyer's account: their name, and as what they do it. */
export const BuyerSigner = z.object({
  name: seenBy('side_until_signed', z.nullable(wordsOf('hunter', z.string()))),
  role: seenBy('side_until_signed', z.nullable(wordsOf('hunter', z.string()))),
})
export type BuyerSigner = z.output<typeof BuyerSigner>

/** Pays in the buyer's place; the buyer goes on owing it. */
export const Payer = z.object({
  name: seenBy('side_until_signed', z.nullable(wordsOf('hunter', z.string()))),
  tax_id: seenBy('side_until_signed', z.nullable(z.string())),
})
export type Payer = z.output<typeof Payer>

const Fees = z.object({
  budget_id: Id,
  budget_version: z.int(),
  items: z.array(z.extend(BudgetItem, { amount: z.int() })),
  subtotal: z.int(),
  discount: z.int(),
  tax: z.int(),
  platform_fee: z.int(),
  total: z.int(),
  payout: z.int(),
  currency: Currency,
  deposit_pct: z.int(),
  deposit: z.int(),
  balance: z.int(),
  balance_due_at: Instant,
})

/** One of several moments that an agreement is for. */
const AgreedSet = z.object({
  slot_id: Id,
  intent: Intent,
  title: z.nullable(wordsOf('hunter', z.string())),
  starts_at: Instant,
  ends_at: Instant,
})

/**
 * What both sides agree to. Its canonical JSON (keys sorted, no spaces) is what the SHA-256 is taken of, so
 * nothing here may change without voiding the signatures.
 */
export const Terms = z.object({
  number: z.string(),
  version: z.int(),
  /** The wording's own edition. */
  wording: z.int(),
  buyer: z.object({
    /** In full once both have signed, before that the first name. */
    name: seenBy('side_until_signed', z.nullable(wordsOf('hunter', z.string()))),
    legal_name: seenBy('side_until_signed', z.nullable(wordsOf('hunter', z.string()))),
    tax_id: seenBy('side_until_signed', z.nullable(z.string())),
  }),
  /** Who signs for the buyer, where the buyer said that it is somebody else. */
  signer: z.optional(BuyerSigner),
  /** Who pays, where the buyer said that it is somebody else. */
  payer: z.optional(Payer),
  artist: z.object({
    project_id: Id,
    name: z.nullable(wordsOf('artist', z.string())),
    /** In full once both have signed, before that the first name. */
    signer: seenBy('side_until_signed', z.nullable(wordsOf('artist', z.string()))),
    line_up: wordsOf('artist', z.string()),
  }),
  event: z.object({
    order_id: Id,
    slot_id: Id,
    type: EventType,
    /** The hunter's own title, if it has one. */
    title: z.nullable(wordsOf('hunter', z.string())),
    intent: Intent,
    slot_title: z.nullable(wordsOf('hunter', z.string())),
    /** Of the first of its moments to the last. */
    starts_at: Instant,
    ends_at: Instant,
    /** Each of them in the order of time, where it is for several. */
    sets: z.optional(z.array(AgreedSet)),
    /** As it was signed, also where its name means nothing any more. */
    zone: z.string(),
    city: z.nullable(wordsOf('hunter', z.string())),
    /** Street and number. */
    place: seenBy('side_until_signed', z.nullable(wordsOf('hunter', z.string()))),
    guests: z.nullable(z.int()),
  }),
  fees: Fees,
  /** The agreements for an earlier date that it takes the place of, and what of their deposits counts for it. */
  replaces: z.optional(
    z.object({ carried: z.int(), agreements: z.array(z.object({ number: z.string(), carried: z.int() })) }),
  ),
  cancellation: z.array(CancellationTier),
  special_terms: wordsOf('either', z.string()),
  /** The clauses in both languages; both are binding, Spanish prevails. */
  clauses: z.object({ es: z.array(Clause), en: z.array(Clause) }),
})
export type Terms = z.output<typeof Terms>

export const Signature = z.object({
  side: Side,
  /** None of the other side before both have signed. */
  typed_name: seenBy('side_until_signed', z.nullable(z.string())),
  signed_at: Instant,
  /** SHA-256 of the terms that were signed, hex. */
  sha256: z.string(),
})

/** Where a deposit comes from: it was paid for this agreement, or for one that this takes the place of. */
export const DEPOSIT_SOURCES = ['paid', 'carried'] as const
/** The deposit as the two sides settle it between them: one records it, the other confirms. */
export const Deposit = z.object({
  method: PaymentMethod,
  reference: z.string(),
  recorded_by: Side,
  recorded_at: Instant,
  confirmed_at: z.nullable(Instant),
  source: z.enum(DEPOSIT_SOURCES),
})

/** One payment of an agreement, as the two sides settle it between them; a refund goes the other way. */
export const AgreementPayment = z.object({
  id: Id,
  kind: PaymentKind,
  amount: z.int(),
  currency: Currency,
  state: PaymentState,
  due_at: Instant,
  method: z.nullable(PaymentMethod),
  reference: z.string(),
  recorded_by: z.nullable(Side),
  recorded_at: z.nullable(Instant),
  confirmed_at: z.nullable(Instant),
  refunded: z.int(),
  /** Until when what came by card is kept after it was played. */
  release_at: z.nullable(Instant),
  /** What the provider says of it; none where nobody tried a card. */
  card: z.nullable(CardFacts),
  /** Once it is confirmed. */
  receipt_id: z.nullable(Id),
  /** Whether there is a picture of its transfer's slip. */
  has_slip: z.boolean(),
})
export type AgreementPayment = z.output<typeof AgreementPayment>

/** What is paid beyond an agreement: what both agree to besides, and what the buyer gives on top once it was played. */
export const EXTRA_KINDS = ['extra', 'tip'] as const
export const ExtraKind = z.enum(EXTRA_KINDS)
export type ExtraKind = z.output<typeof ExtraKind>

/** `withdrawn`: by who proposed or gave it, or let go by who would have been paid; `lapsed`: its agreement ended. */
export const EXTRA_STATES = ['proposed', 'agreed', 'declined', 'withdrawn', 'unanswered', 'lapsed'] as const
export const ExtraState = z.enum(EXTRA_STATES)
export type ExtraState = z.output<typeof ExtraState>

export const AgreementExtra = z.object({
  id: Id,
  kind: ExtraKind,
  /** What it is for; of a tip what goes with it, empty without. */
  title: wordsOf('either', z.string()),
  /** What the buyer pays, and what of it the artist gets, minor units. */
  amount: z.int(),
  payout: z.int(),
  currency: Currency,
  state: ExtraState,
  proposed_by: Side,
  proposed_at: Instant,
  /** Until when the other side may answer an extra; null for a tip, which nobody answers. */
  reply_by: z.nullable(Instant),
  /** None while it isn't to be paid. */
  payment: z.nullable(AgreementPayment),
})
export type AgreementExtra = z.output<typeof AgreementExtra>

/**
 * By what the deposit of an agreement that ended comes back: its cancellation terms, or the artist's going; or it counts
 * for the agreement that took its place.
 */
export const RETURNED_BY = ['terms', 'artist', 'carried'] as const

/** What became of what was paid for an agreement that ended without the gig, minor units. */
export const DepositOutcome = z.object({
  paid: z.int(),
  /** What of it counts for the agreement that took its place. */
  carried: z.int(),
  /** What of it comes back. */
  refund: z.int(),
  refund_pct: z.int(),
  by: z.enum(RETURNED_BY),
  ended_at: Instant,
})
export type DepositOutcome = z.output<typeof DepositOutcome>

/** Who to call. */
export const Contact = z.object({
  name: seenBy('agreement_in_force', z.string()),
  email: seenBy('agreement_in_force', z.string()),
  phone: seenBy('agreement_in_force', z.nullable(z.string())),
})

export const Agreement = z.object({
  id: Id,
  number: z.string(),
  version: z.int(),
  state: ContractState,
  order_id: Id,
  project_id: Id,
  /** As the project is called now. */
  project_name: z.nullable(wordsOf('artist', z.string())),
  /** Side of the person who reads. */
  side: Side,
  /** Whether this person acts for their side: the hunter, or the project's owner. */
  can_act: z.boolean(),
  /** Whether this person may sign now. */
  can_sign: z.boolean(),
  /** Whether the whole terms say the street, which the artist reads once both have signed. */
  has_street: z.boolean(),
  /** As the reader may see them: a band's collaborator without sums and clauses, a page of all agreements without clauses. */
  terms: z.extend(Terms, { fees: seenBy('owner_and_hunter', z.nullable(Fees)) }),
  /**
   * What a collaborator gets of it, minor units: their part, or that of whose place they play in, nothing where somebody
   * plays in theirs. None when it isn't set, and for everybody else.
   */
  own_part: seenBy('own_part', z.nullable(z.object({ amount: z.int(), currency: Currency }))),
  /** Whose place a collaborator plays in; none for everybody else. */
  in_place_of: seenBy('own_part', z.nullable(wordsOf('artist', z.string()))),
  /** Of the whole terms, whatever of them is shown. */
  sha256: z.string(),
  sent_at: z.nullable(Instant),
  signatures: z.array(Signature),
  deposit: seenBy('owner_and_hunter', z.nullable(Deposit)),
  /** In the order in which they are paid; none before both have signed. */
  payments: seenBy('owner_and_hunter', z.array(AgreementPayment)),
  /** What is paid beyond it, in the order in which it was proposed. */
  extras: seenBy('owner_and_hunter', z.array(AgreementExtra)),
  /** None before it ended without the gig, and where no deposit was recorded. */
  deposit_outcome: seenBy('owner_and_hunter', z.nullable(DepositOutcome)),
  /** Until when the deposit is to be recorded; none before both have signed, or without a deposit. */
  deposit_due_at: z.nullable(Instant),
  /** Where the artist wants the money. */
  pay_to: seenBy('owner_until_signed', z.string()),
  /** The other side's contact details, once active. */
  contact: seenBy('agreement_in_force', z.nullable(Contact)),
  reason: wordsOf('either', z.string()),
  /** What its hunter wrote when they cancelled the event; for whoever reads the money of an agreement. */
  said: wordsOf('either', z.string()),
  /** The agreement for another date that took its place, or still may. */
  replaced_by: z.nullable(z.object({ id: Id, number: z.string() })),
  /** Whether its PDF can be fetched by whoever acts for a side. */
  has_document: z.boolean(),
  /** The amendment that is waited for, or was when the agreement ended or its music began. */
  amendment: z.nullable(z.object({ version: z.int(), by: Side })),
})
export type Agreement = z.output<typeof Agreement>

export const CONTRACT_FILTERS = ['pending', 'active', 'past'] as const
export const ContractFilter = z.enum(CONTRACT_FILTERS)
export type ContractFilter = z.output<typeof ContractFilter>

export const listContracts = endpoint({
  method: 'GET',
  path: '/api/contracts/',
  access: 'read:contracts',
  summary:
    'Contracts of the projects that I belong to, or of one of them, newest first and without their clauses',
  query: z.extend(PageQuery, {
    filter: z.optional(ContractFilter),
    /** All of the caller's unless said. */
    project: z.optional(PathId),
  }),
  reply: page(Agreement),
})

export const listOrderContracts = endpoint({
  method: 'GET',
  path: '/api/orders/:id/contracts/',
  access: 'read:order',
  summary: 'Contracts of an order of mine',
  params: IdParams,
  reply: z.object({ results: z.array(Agreement) }),
})

export const readContract = endpoint({
  method: 'GET',
  path: '/api/contracts/:id/',
  access: 'signed-in',
  summary: 'One contract that I am a party of',
  params: IdParams,
  reply: Agreement,
})

export const viewContract = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/viewed/',
  access: 'signed-in',
  summary: 'A party other than the sender has opened the contract',
  params: IdParams,
  reply: Agreement,
})

export const Signing = z.object({
  typed_name: line(3, 120),
  consent: z.literal(true, { error: 'validation.consent' }),
  /** Hash of the terms that were on the screen: signing an older version is refused. */
  sha256: z.string().check(z.length(64)),
  /** Language the terms were read in. */
  language: z.optional(Language),
})
export type Signing = z.output<typeof Signing>

export const signContract = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/sign/',
  access: 'signed-in',
  summary: 'Sign with a typed name',
  params: IdParams,
  body: Signing,
  reply: Agreement,
})

/** What of an agreement may change; who isn't the buyer leaves their people as they are. */
export const Change = z.object({
  special_terms: z.string().check(z.trim(), z.maxLength(2000)),
  /** Who signs for the buyer; null: the buyer. The buyer alone says it. */
  signer: z.optional(z.nullable(z.object({ name: line(3, 120), role: line(0, 80) }))),
  /** Who pays; null: the buyer. The buyer alone says it. */
  payer: z.optional(z.nullable(z.object({ name: line(3, 120), tax_id: line(0, 20) }))),
})
export type Change = z.output<typeof Change>

export const reviseContract = endpoint({
  method: 'PATCH',
  path: '/api/contracts/:id/',
  access: 'signed-in',
  summary: 'A new version before everybody has signed: other special terms, and the buyer as they are by now',
  params: IdParams,
  body: Change,
  reply: Agreement,
})

export const rejectContract = endpoint({
  method: 'POST',
  path: '/api/contracts/:id/reject/',
  access: 'signed-in',
  summary: 'Say no to the contract; the slot is open again',
  params: IdParams,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)) }),
  reply: Agreement,
})
