import * as z from 'zod/mini'
import { endpoint, Id } from '#core/contract/endpoint.ts'
import { Instant } from '#core/contract/time.ts'
import { MailToken } from './contract.ts'

/* What people may do with what is stored about them: have a copy of it, and have it deleted. */

/** How long a copy of one's data can be fetched, days. */
export const EXPORT_DAYS = 7

export const EXPORTS_A_DAY = 3

export const EXPORT_STATUSES = ['queued', 'running', 'ready', 'failed'] as const

export type ExportStatus = (typeof EXPORT_STATUSES)[number]

/** A copy of one's data: a ZIP of JSON documents and pictures. */
export const AccountExport = z.object({
  id: Id,
  status: z.enum(EXPORT_STATUSES),
  /** 0 to 100. */
  progress: z.int(),
  /** Of the ZIP, once it is ready. */
  bytes: z.nullable(z.int()),
  /** Until when it can be fetched, once it is ready. */
  expires_at: z.nullable(Instant),
  created_at: Instant,
})

export type AccountExport = z.output<typeof AccountExport>

export const readExport = endpoint({
  method: 'GET',
  path: '/api/auth/export/',
  access: 'signed-in',
  summary: "The latest copy of one's data and how far it is; none when there is none to fetch",
  reply: z.object({ export: z.nullable(AccountExport) }),
})

export const startExport = endpoint({
  method: 'POST',
  path: '/api/auth/export/',
  access: 'signed-in',
  summary: "Have a copy of one's data made; one at a time, a few a day",
  fresh: true,
  status: 202,
  room: 'much',
  reply: z.object({ export: AccountExport }),
})

export const linkExport = endpoint({
  method: 'POST',
  path: '/api/auth/export/link/',
  access: 'signed-in',
  summary: 'An address that fetches the copy for the next minutes, as a browser downloads it',
  fresh: true,
  reply: z.object({ url: z.string(), expires_at: Instant }),
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/auth/export/download/',
  access: 'public',
  summary: 'The ZIP, by an address that was asked for',
  query: z.object({ token: MailToken }),
  raw: ['application/zip'],
})

/** How long somebody may change their mind, days. */
export const DELETION_DAYS = 14

/** Something that ends with an account; each feature counts its own. */
export const DeletionPart = z.object({
  /** The page words it by `auth:deletion.<kind>`. */
  kind: z.string(),
  count: z.int(),
  /** Where it is one thing that people know by its name. */
  id: z.optional(Id),
  name: z.optional(z.string()),
  /** It stays, without the person's name. */
  stays: z.optional(z.boolean()),
  /** It must be handed over before the account may be deleted. */
  blocks: z.optional(z.boolean()),
})

export type DeletionPart = z.output<typeof DeletionPart>

/** What deleting an account takes with it, as it is now. */
export const DeletionPreview = z.object({
  /** When it will be carried out; none while nobody asked for it. */
  delete_at: z.nullable(Instant),
  /** How it is confirmed: by password, or by typing the e-mail where there is none. */
  confirm_by: z.enum(['password', 'email']),
  parts: z.array(DeletionPart),
})

export type DeletionPreview = z.output<typeof DeletionPreview>

export const previewDeletion = endpoint({
  method: 'GET',
  path: '/api/auth/deletion/',
  access: 'signed-in',
  summary: "What deleting one's account takes with it, and whether it has been asked for",
  reply: DeletionPreview,
})

export const askDeletion = endpoint({
  method: 'POST',
  path: '/api/auth/deletion/',
  access: 'signed-in',
  summary:
    "Have one's account deleted in 14 days; confirmed by password, or by e-mail and a fresh proof (POST /api/auth/proof/) where there is none",
  body: z.object({
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
    email: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(254))),
  }),
  reply: z.object({ delete_at: Instant }),
})

export const cancelDeletion = endpoint({
  method: 'DELETE',
  path: '/api/auth/deletion/',
  access: 'signed-in',
  summary: "Cancel the deletion of one's account",
})
