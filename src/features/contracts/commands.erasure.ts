import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { nameIn, type Texts } from '#core/server/texts.ts'
import { eraseDocuments } from './commands.papers.ts'
import type { Side, Terms } from './contract.ts'
import { withoutStreet } from './rules.audience.ts'
import { withoutNames } from './rules.ts'
import { contract_extras, contract_versions, contracts, signatures } from './table.ts'

/*
 * What is erased from agreements with an account: names, where somebody celebrates, how somebody is paid, and the papers
 * that say it. The rest stays as it was signed.
 */

/** How a sentence calls somebody whose account is gone. */
const deletedIn = (texts: Texts) => ({ es: nameIn(texts, 'es', null), en: nameIn(texts, 'en', null) })

/**
 * Rewrites the terms of agreements, in all their versions, and erases their PDFs.
 * @param which agreements
 * @param change with all versions of the same agreement
 */
async function rewriteTerms(
  work: Work,
  which: SQL | undefined,
  change: (terms: Terms, versions: readonly Terms[]) => Terms,
): Promise<void> {
  const { db } = work
  const rows = await db.select({ id: contracts.id, terms: contracts.terms }).from(contracts).where(which)
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const others = await db
    .select({
      id: contract_versions.id,
      contract_id: contract_versions.contract_id,
      terms: contract_versions.terms,
    })
    .from(contract_versions)
    .where(inArray(contract_versions.contract_id, ids))
  const all = Map.groupBy(
    [...rows.map(({ id, terms }) => ({ contract_id: id, terms })), ...others],
    ({ contract_id }) => contract_id,
  )
  const changed = (contract_id: number, terms: Terms) =>
    change(
      terms,
      (all.get(contract_id) ?? []).map((one) => one.terms),
    )
  for (const { id, terms } of rows)
    await db
      .update(contracts)
      .set({ terms: changed(id, terms) })
      .where(eq(contracts.id, id))
  for (const { id, contract_id, terms } of others)
    await db
      .update(contract_versions)
      .set({ terms: changed(contract_id, terms) })
      .where(eq(contract_versions.id, id))
  await eraseDocuments(work, ids)
}

/** What somebody wrote beyond their agreements goes; in the other side's words their name does. Sums and days stay. */
async function eraseExtras({ db, app }: Work, which: SQL, side: Side, name: string): Promise<void> {
  await db.execute(sql`
    update ${contract_extras} x set title = case when x.proposed_by = ${side} then ''
      else replace(x.title, ${name}, ${deletedIn(app.texts).es}) end
    from ${contracts} c where c.id = x.contract_id and ${which}`)
}

/** Erases a project from its agreements: its names, its line-up and where it was paid. */
export async function eraseArtist(work: Work, project_id: number, name: string): Promise<void> {
  const { db, app } = work
  const its = and(eq(contracts.project_id, project_id), sql`${contracts.state} <> 'draft'`)
  await rewriteTerms(work, its, (terms) => {
    const clean = withoutNames(terms, [name, terms.artist.name, terms.artist.signer], deletedIn(app.texts))
    return { ...clean, artist: { ...clean.artist, line_up: '' } }
  })
  await db.update(contracts).set({ pay_to: '' }).where(its)
  await eraseExtras(work, sql`c.project_id = ${project_id}`, 'artist', name)
}

/**
 * Erases somebody from the agreements that they bought by or signed: names, where exactly they celebrated, and what their
 * signatures say of them.
 */
export async function eraseSigner(work: Work, user_id: number, name: string): Promise<void> {
  const { db, app } = work
  await rewriteTerms(
    work,
    and(eq(contracts.hunter_id, user_id), sql`${contracts.state} <> 'draft'`),
    (terms, versions) => {
      const { signer, payer } = terms
      const { legal_name, tax_id } = terms.buyer
      // Whom the buyer named goes with them.
      const people = [signer?.name ?? null, payer?.name ?? null, payer?.tax_id ?? null]
      const names = [name, terms.buyer.name, legal_name, tax_id, ...people]
      const streets = versions.flatMap(({ event }) => event.place ?? [])
      const placeless: Terms = {
        ...terms,
        ...withoutStreet(terms, terms.event.city, streets),
        event: { ...terms.event, place: null },
      }
      const clean = withoutNames(placeless, names, deletedIn(app.texts))
      return {
        ...clean,
        buyer: { ...clean.buyer, legal_name: null, tax_id: null },
        ...(signer ? { signer: { name: null, role: null } } : {}),
        ...(payer ? { payer: { name: null, tax_id: null } } : {}),
      }
    },
  )
  await eraseExtras(work, sql`c.hunter_id = ${user_id}`, 'hunter', name)
  // Bands that go on without them, and that they signed for.
  await rewriteTerms(
    work,
    sql`exists (select 1 from ${signatures} s
      where s.contract_id = ${outer(contracts.id)} and s.user_id = ${user_id} and s.side = 'artist')`,
    (terms) => withoutNames(terms, [name], deletedIn(app.texts)),
  )
  await db
    .update(signatures)
    .set({ typed_name: null, ip: '', user_agent: '' })
    .where(eq(signatures.user_id, user_id))
}
