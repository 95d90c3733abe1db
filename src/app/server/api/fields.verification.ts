/** Fields of what was checked, and of reported profiles. */
export const VERIFICATION_FIELDS: Record<string, string> = {
  checks:
    'What was checked of the person, each with when; of a band it is its owner. Null: the account is gone.',
  email_at: 'When they opened a link that was mailed to them; null: not yet.',
  phone_at:
    'When they typed a code that was sent to their phone; null: not, or the number is another one now.',
  identity_at:
    'When staff found that an identity document bears the account’s name; null: not, or the name is another one now.',
  promises: 'Agreements that both signed and that are over by being played, or because the artist didn’t.',
  replies: 'How many answers of the last 90 days `reply_minutes` is the median of.',
  'OwnChecks.phone': 'The number that was verified, E.164; null without.',
  phone_offered: 'Whether text messages can be sent here, so that a phone can be verified at all.',
  phone_code: 'A code that was sent and still works; null without.',
  'OwnChecks.phone_code.phone': 'Where it was sent, E.164.',
  tries_left: 'How many wrong codes may still be typed.',
  'OwnChecks.identity': 'The identity document that was sent last; null before one was.',
  'OwnChecks.identity.state':
    'pending, accepted, refused (with a reason), withdrawn by its owner, or lapsed: nobody looked at it within 14 days. The files are deleted with every state but pending.',
  'OwnChecks.identity.reason': 'Why it was refused; null otherwise.',
  decided_at: 'When that was; null while it is pending.',
  'OwnChecks.files': 'Sides of a document that were uploaded and aren’t sent yet.',
  'IdentityFile.format': 'What it is kept as.',
  'PhoneAsked.phone': 'A mobile number; without a country’s prefix one of the caller’s country.',
  'PhoneCode.code': 'The six digits of the text message.',
  'IdentitySent.files': 'One or two of the files that were uploaded.',
  'IdentitySent.consent': 'That staff may look at them, for that one purpose.',
  'ProfileReport.reason': 'Why the profile shouldn’t be shown.',
  'ProfileReport.note': 'More about it; required for `other`.',
  reported: 'Always true.',
  hidden:
    'Why staff hides the project from everybody but its people, and since when; null while it can be found.',
  'Project.hidden.reason': 'In the words of staff.',
  'Project.hidden.since': 'Since when.',
}
