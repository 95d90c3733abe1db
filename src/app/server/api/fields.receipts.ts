/** Fields of receipts. */
export const RECEIPT_FIELDS: Record<string, string> = {
  'Receipt.number':
    'Its number: the year, a letter and the id of who was paid, the how many-th of that year.',
  'Receipt.kind':
    'What was paid: part of an agreement, what came back of it, an extra or a tip beyond it, a plan, or a statement of fees.',
  direction: '`given`: the caller, or a project of theirs, was paid; `got`: they paid.',
  issuer: 'Who was paid, as they were called then.',
  'Receipt.payer': 'Who paid, as they were called then.',
  'ReceiptParty.kind': 'A person, a project, or the platform.',
  'ReceiptParty.name': 'What they were called; null: the account is gone.',
  'ReceiptParty.legal_name':
    'What they are called in law, or who stands for the project; null: not known, or gone.',
  'ReceiptParty.tax_id': 'Their tax id; null: not known, or gone.',
  about: 'What was paid for.',
  'ReceiptAbout.agreement': 'The number of the agreement; null for a plan.',
  'ReceiptAbout.event_type': 'What kind of event it is for; null for a plan.',
  'ReceiptAbout.starts_at': 'When that begins; null for a plan.',
  'ReceiptAbout.zone': 'The time zone of its place; null for a plan.',
  'ReceiptAbout.plan': 'The plan; null for an agreement.',
  'ReceiptAbout.interval': 'How long a time of the plan was paid; null for an agreement.',
  'Receipt.method': 'How it was paid.',
  'Receipt.reference': 'What who recorded it wrote to find it by; empty without, or once an account is gone.',
  paid_at: 'When the other side, or staff, confirmed it.',
  issued_at: 'When the receipt was given.',
  'GET /api/receipts/.contract': 'Only those of this agreement.',
  'GET /api/receipts/years/.results.year': 'The year that they are numbered in.',
  'GET /api/receipts/export/.year': 'The year that they are numbered in.',
}
