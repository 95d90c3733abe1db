import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import type { Db } from '#core/server/db.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import type { Terms } from './contract.ts'
import { withoutNames } from './rules.ts'
import { contracts, signatures } from './table.ts'

/* What is erased from agreements with an account: names and how somebody is paid. The rest stays as it was signed. */

/** How a sentence calls somebody whose account is gone. */
const deletedIn = (texts: Texts) => ({ es: nameIn(texts, 'es', null), en: nameIn(texts, 'en', null) })

async function rewriteTerms(db: Db, which: SQL | undefined, change: (terms: Terms) => Terms): Promise<void> {
  const rows = await db.select({ id: contracts.id, terms: contracts.terms }).from(contracts).where(which)
  for (const { id, terms } of rows)
    await db
      .update(contracts)
      .set({ terms: change(terms) })
      .where(eq(contracts.id, id))
}

/** Erases a project from its agreements: its names, its line-up and where it was paid. */
export async function eraseArtist({ db, app }: Work, project_id: number, name: string): Promise<void> {
  const its = and(eq(contracts.project_id, project_id), sql`${contracts.state} <> 'draft'`)
  await rewriteTerms(db, its, (terms) => {
    const clean = withoutNames(terms, [name, terms.artist.name, terms.artist.signer], deletedIn(app.texts))
    return { ...clean, artist: { ...clean.artist, line_up: '' } }
  })
  await db.update(contracts).set({ pay_to: '' }).where(its)
}

/** Erases somebody from the agreements that they bought by or signed: names, and what their signatures say of them. */
export async function eraseSigner({ db, app }: Work, user_id: number, name: string): Promise<void> {
  await rewriteTerms(
    db,
    and(eq(contracts.hunter_id, user_id), sql`${contracts.state} <> 'draft'`),
    (terms) => {
      const { legal_name, tax_id } = terms.buyer
      const clean = withoutNames(terms, [name, terms.buyer.name, legal_name, tax_id], deletedIn(app.texts))
      return { ...clean, buyer: { ...clean.buyer, legal_name: null, tax_id: null } }
    },
  )
  // Bands that go on without them, and that they signed for.
  await rewriteTerms(
    db,
    sql`exists (select 1 from ${signatures} s
      where s.contract_id = ${outer(contracts.id)} and s.user_id = ${user_id} and s.side = 'artist')`,
    (terms) => withoutNames(terms, [name], deletedIn(app.texts)),
  )
  await db
    .update(signatures)
    .set({ typed_name: null, ip: '', user_agent: '' })
    .where(eq(signatures.user_id, user_id))
}
