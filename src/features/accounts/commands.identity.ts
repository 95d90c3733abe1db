import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { Refusal } from '#core/contract/errors.ts'
import { HOUR, MINUTE } from '#core/contract/time.ts'
import type { Work } from '#core/server/app.ts'
import type { Db } from '#core/server/db.ts'
import { newToken, tokenHash } from '#core/server/secrets.ts'
import { forgetDevices } from './commands.devices.ts'
import { lockForEntry } from './commands.lock.ts'
import { endSessionsOf, markVerified } from './commands.ts'
import { identities, identity_flows, users } from './table.ts'

/* Signing in with an identity provider: to the provider and back, and which account that opens. */

const FLOW_MS = 10 * MINUTE

/** Choosing an account type may take longer than signing in. */
const TICKET_MS = HOUR

/** Stores what must match when somebody comes back. @returns the secret of the browser that leaves */
export async function startFlow(
  db: Db,
  flow: { state: string; nonce: string; code_verifier: string; remember: boolean },
  now: Date,
): Promise<string> {
  const secret = newToken()
  await db.insert(identity_flows).values({
    flow_hash: tokenHash(secret),
    state_hash: tokenHash(flow.state),
    nonce: flow.nonce,
    code_verifier: flow.code_verifier,
    remember: flow.remember,
    expires_at: new Date(now.getTime() + FLOW_MS).toISOString(),
    created_at: now.toISOString(),
  })
  return secret
}

/**
 * Uses a flow up, once.
 * @throws Refusal 409 when it was used, has run out or belongs to another browser or state
 */
export async function spendFlow(
  db: Db,
  secret: string,
  state: string,
  now: Date,
): Promise<{ nonce: string; code_verifier: string; remember: boolean }> {
  const at = now.toISOString()
  const [flow] = await db
    .update(identity_flows)
    .set({ used_at: at })
    .where(
      and(
        eq(identity_flows.flow_hash, tokenHash(secret)),
        eq(identity_flows.state_hash, tokenHash(state)),
        isNull(identity_flows.used_at),
        gt(identity_flows.expires_at, at),
      ),
    )
    .returning()
  if (!flow?.nonce || !flow.code_verifier) throw new Refusal(409, 'accounts.identity_expired')
  return { nonce: flow.nonce, code_verifier: flow.code_verifier, remember: flow.remember }
}

/** The nonce belongs to the browser that asked for it: its cookie, which no script can read, is part of the secret. */
const nonceHash = (device: string, nonce: string) => tokenHash(`${device}.${nonce}`)

/** Makes what the provider's own button has to ask for: the provider writes it into the ID token. */
export async function createNonce(db: Db, device: string, now: Date): Promise<string> {
  const nonce = newToken()
  await db.insert(identity_flows).values({
    flow_hash: nonceHash(device, nonce),
    remember: false,
    expires_at: new Date(now.getTime() + FLOW_MS).toISOString(),
    created_at: now.toISOString(),
  })
  return nonce
}

/**
 * Uses the nonce of an ID token up, once.
 * @throws Refusal 409 when it isn't ours, was used, has run out or was made for another browser
 */
export async function spendNonce(
  db: Db,
  device: string | null,
  nonce: string | null,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const spent =
    device && nonce
      ? await db
          .update(identity_flows)
          .set({ used_at: at })
          .where(
            and(
              eq(identity_flows.flow_hash, nonceHash(device, nonce)),
              isNull(identity_flows.used_at),
              gt(identity_flows.expires_at, at),
            ),
          )
          .returning({ id: identity_flows.id })
      : []
  if (spent.length === 0) throw new Refusal(409, 'accounts.identity_expired')
}

/** What an identity provider says about somebody, as far as accounts are concerned. */
export interface IdentityClaims {
  issuer: string
  subject: string
  email: string | null
  email_verified: boolean
  name: string | null
}

/**
 * The account of somebody whom a provider vouches for: linked already, or linked now because the provider says that
 * the e-mail is theirs. Null when nobody has that e-mail yet.
 * @throws Refusal 409 when the provider doesn't vouch for the e-mail of an unknown person
 */
export async function userByIdentity(
  work: Work,
  claims: IdentityClaims,
): Promise<{ user_id: number } | null> {
  const { db, now } = work
  const { issuer, subject, email } = claims
  const linked = () =>
    db
      .select({ user_id: identities.user_id })
      .from(identities)
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  const [found] = await linked()
  if (found) {
    // What was found may be undone by who has the account locked: then nothing is linked.
    await lockForEntry(db, found.user_id)
    const [still] = await linked()
    if (still) return still
  }
  if (!email || !claims.email_verified) throw new Refusal(409, 'accounts.identity_email')
  const [user] = await db
    .select({ id: users.id, verified: sql<boolean>`${users.verified_at} is not null` })
    .from(users)
    .where(eq(users.email, email))
    .for('update')
  if (!user) return null
  if (!user.verified) {
    // Whoever signed up with this e-mail never proved that it is theirs: all that they come in with ends here.
    await db.update(users).set({ password_hash: null }).where(eq(users.id, user.id))
    await unlinkIdentities(db, user.id)
    await endSessionsOf(work, user.id)
    await forgetDevices(db, user.id)
    await markVerified(work, user.id)
  }
  await linkIdentity(db, user.id, claims, now)
  return { user_id: user.id }
}

/** Ties an identity to an account; twice is once. */
export async function linkIdentity(
  db: Db,
  user_id: number,
  { issuer, subject }: Pick<IdentityClaims, 'issuer' | 'subject'>,
  now: Date,
): Promise<void> {
  await db
    .insert(identities)
    .values({ user_id, issuer, subject, created_at: now.toISOString() })
    .onConflictDoNothing()
}

/**
 * Unties an account from all identities: they were of whoever had it before its e-mail was proved, or had another one.
 * Whoever owns the e-mail is linked anew when they come by the provider again.
 */
export async function unlinkIdentities(db: Db, user_id: number): Promise<void> {
  await db.delete(identities).where(eq(identities.user_id, user_id))
}

/** Stores what a provider said about somebody new. @returns the ticket to create the account with */
export async function createTicket(
  db: Db,
  claims: IdentityClaims & { remember: boolean },
  now: Date,
): Promise<string> {
  const ticket = newToken()
  await db.insert(identity_flows).values({
    flow_hash: tokenHash(ticket),
    remember: claims.remember,
    issuer: claims.issuer,
    subject: claims.subject,
    email: claims.email,
    name: claims.name,
    expires_at: new Date(now.getTime() + TICKET_MS).toISOString(),
    created_at: now.toISOString(),
  })
  return ticket
}

/**
 * Uses a ticket up, once: its e-mail was vouched for.
 * @throws Refusal 409 when it was used or has run out
 */
export async function spendTicket(
  db: Db,
  ticket: string,
  now: Date,
): Promise<{ issuer: string; subject: string; email: string; remember: boolean }> {
  const at = now.toISOString()
  const [used] = await db
    .update(identity_flows)
    .set({ used_at: at })
    .where(
      and(
        eq(identity_flows.flow_hash, tokenHash(ticket)),
        isNull(identity_flows.used_at),
        gt(identity_flows.expires_at, at),
      ),
    )
    .returning()
  if (!used?.issuer || !used.subject || !used.email) throw new Refusal(409, 'accounts.identity_expired')
  return { issuer: used.issuer, subject: used.subject, email: used.email, remember: used.remember }
}
