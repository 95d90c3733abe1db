/** Fields of payments by card, and of what projects are paid of them. */
export const CARD_FIELDS: Record<string, string> = {
  'AgreementPayment.release_at':
    'Until when what came by card is kept after it was played; null before, and for what was paid by hand.',
  'AgreementPayment.card': 'What the provider of cards says of it; null where nobody tried a card.',
  'LessonPayment.arrived_at': 'When the other side, staff or the provider had it; null before.',
  'LessonPayment.release_at':
    'Until when what came by card is kept after the lesson; null before, and for what was paid by hand.',
  'LessonPayment.card': 'What the provider of cards says of it; null where nobody tried a card.',
  'LessonPayment.may': 'What the caller may do about it now; `card`: begin to pay by card, or go on with it.',
  'CardFacts.failure': 'Why the last card wasn’t taken, by the provider’s code; null without.',
  'CardFacts.dispute': 'Whether the payer’s bank asks for it back, and how that ended; null without.',
  'CardFacts.sent': 'What of it has gone on to the project, or back to the card, minor units.',
  'CardFacts.to_send': 'What of it is still to go, minor units.',
  'CardFacts.taken':
    'What of it was the artist’s or the teacher’s and hadn’t been sent on when the payer’s bank took it back, minor units.',
  'CardFacts.stuck': 'Of a refund: whether no card takes it, so that staff gives it back otherwise.',
  'GET /api/payments/ways/.card': 'Whether cards are taken.',
  'GET /api/payments/ways/.currencies':
    'In which currencies; what is paid in another goes from hand to hand.',
  'POST /api/contracts/:id/payments/:kind/card/.url': 'The provider’s page, for the browser to go to.',
  'POST /api/lessons/payments/:of/:id/card/.url': 'The provider’s page, for the browser to go to.',
  'POST /api/payouts/:id/.url': 'The provider’s page, for the browser to go to.',
  'GET /api/payouts/.project': 'Only this project.',
  'ProjectPayout.state':
    'Whether the project has an account at the provider, and whether money may be sent there.',
  'ProjectPayout.missing': 'How many details the provider still wants to know.',
  'ProjectPayout.sums': 'What of cards is theirs, by currency.',
  'ProjectPayout.sums.waiting': 'What is still to be sent there, minor units.',
  'ProjectPayout.sums.sent': 'What was sent there, minor units.',
}
