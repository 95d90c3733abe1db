import { and, eq, isNull, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { isoInstant } from '#core/server/parsers.ts'
import type { Role } from '#features/projects/contract.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import type { Side } from './contract.ts'
import { contracts, signatures } from './table.ts'

/* Who the parties of agreements are, and what they have signed. */

/** Who somebody is in an agreement. */
export interface Party {
  side: Side
  /** May sign: the hunter, or the project's owner. */
  signs: boolean
  /** Of a collaborator of the band: who has only a part of it. */
  part?: { user_id: number }
}

/** The project of an agreement: what it is called now, and whom its notifications go to. */
interface Artist {
  name: string | null
  owner_id: number
}

/** An agreement and who reads it. */
export interface Seen {
  row: typeof contracts.$inferSelect
  party: Party
  artist: Artist
}

/** Of the project that is joined to an agreement. */
export const artistColumns = { name: music_projects.name, owner_id: music_projects.owner_id }

export const HUNTER: Party = { side: 'hunter', signs: true }

export const artistParty = (role: Role, user_id: number): Party => ({
  side: 'artist',
  signs: role === 'OWNER',
  ...(role === 'OWNER' ? {} : { part: { user_id } }),
})

/** What of a signature an agreement's readers are shown. */
export type SignatureRow = Pick<
  typeof signatures.$inferSelect,
  'contract_id' | 'version' | 'side' | 'typed_name' | 'signed_at' | 'sha256'
>

/** The signatures of an agreement that hold, to be read in the statement that writes it. */
export const signaturesIn = sql<SignatureRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('contract_id', s.contract_id, 'version', s.version, 'side', s.side,
    'typed_name', s.typed_name, 'signed_at', s.signed_at, 'sha256', s.sha256) order by s.id), '[]')
  from ${signatures} s where s.contract_id = ${outer(contracts.id)} and s.voided_at is null)`.mapWith(
  (rows: SignatureRow[]) => rows.map((row) => ({ ...row, signed_at: isoInstant(row.signed_at) })),
)

/**
 * An agreement that somebody is a party of, with its signatures that hold.
 * @param more.lock it stays as it is until the transaction ends; whoever locks it has locked its order before
 * @throws Refusal 404 when they are no party of it
 */
export async function partyOf(
  db: Db,
  user_id: number,
  contract_id: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<Seen & { signed: SignatureRow[] }> {
  const query = db
    .select({ row: contracts, artist: artistColumns, member: project_members, signed: signaturesIn })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .leftJoin(
      project_members,
      and(
        eq(project_members.project_id, contracts.project_id),
        eq(project_members.user_id, user_id),
        isNull(project_members.left_at),
        // A collaborator's gigs are those since they joined.
        sql`(${project_members.role} = 'OWNER' or ${contracts.starts_at} >= ${project_members.joined_at})`,
      ),
    )
    .where(eq(contracts.id, contract_id))
  const [found] = await (lock ? query.for('update', { of: contracts }) : query)
  if (!found || found.row.state === 'draft') throw notFound()
  const { row, artist, member, signed } = found
  if (row.hunter_id === user_id) return { row, artist, party: HUNTER, signed }
  if (!member) throw notFound()
  return { row, artist, party: artistParty(member.role, user_id), signed }
}

/** Agreements that somebody is a party of: the buyer, or whoever owns the project. */
export const partyIn = (user_id: number) =>
  and(
    sql`(${contracts.hunter_id} = ${user_id} or exists (
      select 1 from ${music_projects} p where p.id = ${outer(contracts.project_id)} and p.owner_id = ${user_id}))`,
    sql`${contracts.state} <> 'draft'`,
  )

/** Whose order may be locked for what they want to do to an agreement: the buyer, or a member of the project by now. */
export const mayBeParty = (user_id: number) => sql`(${contracts.hunter_id} = ${user_id} or exists (
  select from ${project_members} m where m.project_id = ${outer(contracts.project_id)} and m.user_id = ${user_id}
    and m.left_at is null))`
