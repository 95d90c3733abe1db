import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { MINUTE } from '#core/contract/time.ts'
import type { App, Reading, Work } from '#core/server/app.ts'
import { newKey, storeOf } from '#core/server/files.ts'
import { drawPaper } from '#core/server/papers.ts'
import { enqueue } from '#core/server/queues.ts'
import { removals } from '#features/files/queues.ts'
import { agreementPaper } from './queries.paper.ts'
import { documentsMissing, isErased, PART, signaturesOfVersion, versionOf } from './queries.papers.ts'
import { documents } from './queues.ts'
import { contract_versions, contracts, signatures } from './table.ts'

/** How long after its signatures a version without its PDF is looked after, and how many of them at a time. */
const MISSING_AFTER_MS = 10 * MINUTE
const MOST_MISSING = 50

/**
 * Makes the PDF of a version that both have signed, draws and seals it in a thread, and stores it. Made twice, or after a
 * crash half-way, there is one: whatever has its hash stays.
 * @throws Refusal 503 when too much is drawn already, 507 when there is no room; the job tries again
 */
export async function makeDocument(app: App, contract_id: number, version: number): Promise<void> {
  const found = await versionOf(app.db, contract_id, version)
  if (!found || found.document_sha256 !== null) return
  const given = await signaturesOfVersion(app.db, contract_id, version)
  // Who deleted their account since then has no name in it any more: nothing is made of it.
  if (given.length < 2 || isErased(found.terms, given)) return
  app.disk.admit('little')
  const { terms, sha256, table, document_key: left } = found
  const made_at = app.clock.now()
  const paper = agreementPaper(
    app.texts,
    { terms, sha256, signatures: given },
    { public_url: app.config.public_url, made_at },
  )
  const bytes = await drawPaper(app, paper, {
    reason: terms.number,
    label: app.texts.say('es', 'business:contracts.paper.seal'),
  })
  const key = newKey()
  // What was drawn may have lost its names meanwhile, with an account: that isn't kept.
  const isAsDrawn = sql`terms = ${JSON.stringify(terms)}::jsonb and not exists (
    select from ${signatures} s
    where s.contract_id = ${contract_id} and s.version = ${version} and s.typed_name is null)`
  const write = async (set: SQL, where: SQL) => {
    const its =
      table === 'contracts'
        ? sql`update ${contracts} set ${set} where id = ${contract_id}`
        : sql`update ${contract_versions} set ${set} where contract_id = ${contract_id}`
    const { rows } = await app.db.execute(
      sql`${its} and version = ${version} and ${isAsDrawn} and ${where} returning id`,
    )
    return rows.length > 0
  }
  const moved = () => new Error('another try makes it, or the version was superseded or erased meanwhile')
  // The key first: what breaks off half-way is found by it, and removed by the next try.
  const begun = await write(
    sql`document_key = ${key}`,
    sql`document_sha256 is null and document_key is not distinct from ${left}`,
  )
  if (!begun) throw moved()
  const store = storeOf(app.config)
  if (left) await store.remove(left, [PART])
  await store.put(key, new Map([[PART, bytes]]))
  const hash = createHash('sha256').update(bytes).digest('hex')
  const written = await write(
    sql`document_sha256 = ${hash}, document_bytes = ${bytes.length}`,
    sql`document_key = ${key}`,
  )
  if (written) return
  await store.remove(key, [PART])
  throw moved()
}

/** Has PDFs made whose job was given up; once a day each. */
export async function enqueueMissing({ app, db, now }: Reading): Promise<void> {
  const until = new Date(now.getTime() - MISSING_AFTER_MS).toISOString()
  for (const missing of await documentsMissing(db, until, MOST_MISSING))
    await enqueue({ app, db }, documents, missing, {
      key: `${missing.contract_id}:${missing.version}:${now.toISOString().slice(0, 10)}`,
    })
}

/**
 * Erases the PDFs of agreements: they name whoever left. Their hashes stay, so that the other side can still prove that
 * the copy they have is the one.
 */
export async function eraseDocuments(work: Work, contract_ids: readonly number[]): Promise<void> {
  if (contract_ids.length === 0) return
  const { rows } = await work.db.execute<{ key: string }>(sql`
    with own as (select unnest(${sql.param(contract_ids)}::bigint[]) as id),
      old as (
        select c.document_key as key from ${contracts} c join own on own.id = c.id
        union all select v.document_key from ${contract_versions} v join own on own.id = v.contract_id),
      of_contracts as (update ${contracts} set document_key = null where id in (select id from own)),
      of_versions as (update ${contract_versions} set document_key = null where contract_id in (select id from own))
    select key from old where key is not null`)
  for (const { key } of rows) await enqueue(work, removals, { key, parts: [PART] })
}
