import * as z from 'zod/mini'
import { seenBy } from '#core/contract/audience.ts'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { Instant } from '#core/contract/time.ts'
import { Checks } from './contract.checks.ts'

export const CODE_DIGITS = 6
/** How long a code works, minutes. */
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
/** Pause between two codes, seconds. */
export const CODE_PAUSE_SECONDS = 60

/** Pictures or pages of one document: front and back. */
export const DOCUMENT_FILES = 2
/** Days after which a document that nobody has looked at is deleted. */
export const DOCUMENT_DAYS = 14
/** As what a document is taken. */
export const DOCUMENT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']

/** The wording that people agree to when they send a document; a number more for each that changes what they allow. */
export const CONSENT_VERSION = 1

/** Why a document is refused, as its owner reads it. */
export const REFUSALS = [
  'unreadable',
  'name_differs',
  'expired',
  'incomplete',
  'not_a_document',
  'not_genuine',
] as const
export const RefusalReason = z.enum(REFUSALS)
export type RefusalReason = z.output<typeof RefusalReason>

/** How a document stands: `lapsed` where nobody looked at it in time, `withdrawn` by its owner. */
export const CHECK_STATES = ['pending', 'accepted', 'refused', 'withdrawn', 'lapsed'] as const
export const CheckState = z.enum(CHECK_STATES)
export type CheckState = z.output<typeof CheckState>

export const IdentityFile = z.object({
  id: Id,
  format: z.enum(['pdf', 'jpeg', 'png', 'webp']),
  bytes: z.int(),
})
export type IdentityFile = z.output<typeof IdentityFile>

export const OwnChecks = z.object({
  checks: Checks,
  /** The number that was verified, as it is dialled. */
  phone: seenBy('self', z.nullable(z.string())),
  /** Whether codes can be sent here at all. */
  phone_offered: z.boolean(),
  /** A code that is under way. */
  phone_code: z.nullable(
    z.object({ phone: seenBy('self', z.string()), expires_at: Instant, tries_left: z.int() }),
  ),
  /** The document that they sent last. */
  identity: z.nullable(
    z.object({
      state: CheckState,
      sent_at: Instant,
      decided_at: z.nullable(Instant),
      /** Of a refused one. */
      reason: z.nullable(RefusalReason),
    }),
  ),
  /** What was uploaded and isn't sent yet. */
  files: z.array(IdentityFile),
})
export type OwnChecks = z.output<typeof OwnChecks>

export const readVerification = endpoint({
  method: 'GET',
  path: '/api/verification/',
  access: 'signed-in',
  summary: 'What was checked of the caller: e-mail, phone, identity; and what is under way',
  reply: OwnChecks,
})

export const PhoneAsked = z.object({ phone: z.string().check(z.trim(), z.minLength(4), z.maxLength(30)) })
export type PhoneAsked = z.output<typeof PhoneAsked>

export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/api/verification/phone/',
  access: 'signed-in',
  summary: 'Have a code sent to a phone; at most once a minute and five times a day',
  body: PhoneAsked,
  reply: OwnChecks,
})

export const PhoneCode = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'validation.code_digits')),
})
export type PhoneCode = z.output<typeof PhoneCode>

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/api/verification/phone/confirm/',
  access: 'signed-in',
  summary: 'Prove a phone by the code that came to it; another account that had it verified loses that',
  body: PhoneCode,
  reply: OwnChecks,
})

export const addIdentityFile = endpoint({
  method: 'POST',
  path: '/api/verification/identity/files/',
  access: 'signed-in',
  summary:
    'Upload one side of an identity document (multipart field `file`; picture or PDF); nobody sees it yet',
  upload: DOCUMENT_TYPES,
  reply: IdentityFile,
  status: 201,
  limit: 30,
})

export const removeIdentityFile = endpoint({
  method: 'DELETE',
  path: '/api/verification/identity/files/:id/',
  access: 'signed-in',
  summary: 'Remove a side of a document that wasn’t sent yet',
  params: IdParams,
})

export const IdentitySent = z.object({
  files: z.array(Id).check(z.minLength(1), z.maxLength(DOCUMENT_FILES)),
  /** That staff may look at it, for that one purpose. */
  consent: z.literal(true, 'validation.terms'),
})
export type IdentitySent = z.output<typeof IdentitySent>

export const sendIdentity = endpoint({
  method: 'POST',
  path: '/api/verification/identity/',
  access: 'signed-in',
  summary: 'Send what was uploaded to be compared with one’s name; it is deleted with the decision',
  body: IdentitySent,
  reply: OwnChecks,
})

export const withdrawIdentity = endpoint({
  method: 'POST',
  path: '/api/verification/identity/withdraw/',
  access: 'signed-in',
  summary: 'Take a document back that nobody has decided on; it is deleted',
  reply: OwnChecks,
})
