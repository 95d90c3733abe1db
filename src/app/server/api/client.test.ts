import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/contract/time.ts'
import { musicianOf, NOW } from '../scenes/wedding.fixture.ts'
import { type TestApp, testApp } from '../testing.ts'
import { EXAMPLES } from './examples.ts'

/*
 * A program by somebody who has only /api/openapi.json: a client is made from it, the program is checked against the
 * client's types, and then does the main job over HTTP.
 */

const PROGRAM = `
import { ok } from '@oazapfts/runtime'
import * as api from './client.js'

interface Job {
  url: string
  day: string
  now: string
  linkOf: () => Promise<string>
  /** Whoever plays, with a session of their own. */
  musicians: { token: string; name: string }[]
}

const DAY = 24 * 3_600_000
const after = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()
const as = (token: string) => {
  api.defaults.headers = { Authorization: \`Bearer \${token}\` }
}

export async function job({ url, day, now, linkOf, musicians }: Job) {
  api.defaults.baseUrl = url
  const { access } = await ok(api.registerClient(${JSON.stringify(EXAMPLES['POST /api/auth/register/talent-hunter/'])}))
  as(access)
  await ok(api.verifyEmail({ token: await linkOf() }))

  const started = await ok(api.startOrder(${JSON.stringify(EXAMPLES['POST /api/orders/'])}, { idempotencyKey: 'first' }))
  const again = await ok(api.startOrder(${JSON.stringify(EXAMPLES['POST /api/orders/'])}, { idempotencyKey: 'first' }))
  if (again.id !== started.id) throw new Error('the same key made two orders')
  const change: api.BriefDraft = ${JSON.stringify((EXAMPLES['PATCH /api/orders/:id/brief/'] as { brief: object }).brief)}
  const saved = await ok(
    api.saveBrief(started.id, { revision: started.revision, brief: { ...change, event: { ...change.event, day } } }),
  )
  const old = await api.saveBrief(started.id, { revision: started.revision, brief: {} })
  if (old.status !== 409 || old.data.code.length === 0) throw new Error('an old revision was taken')

  let order = await ok(api.submitBrief(started.id, { revision: saved.revision }))
  if (order.stage === 'changes_needed') order = await ok(api.continueOrder(order.id))
  order = await ok(api.drawPlan(order.id))
  const { plans } = await ok(api.readPlans(order.id))
  const essential = plans.find(({ variant }) => variant === 'essential')
  const { starts_at, ends_at } = order
  if (!essential || !starts_at || !ends_at) throw new Error('no plan was drawn')
  const later = after(starts_at, DAY / 12)
  await ok(
    api.savePlan(order.id, 'essential', {
      version: essential.version,
      moments: [
        { from: starts_at, to: later, intent: 'dance', energy: 3, genre: 'bolero', format: 'duo', volume: 'medium', cost: 100_000, required: true },
        { from: later, to: ends_at, intent: 'background', energy: 1, genre: 'bolero', format: null, volume: 'low', cost: 0, required: false },
      ],
    }),
  )
  order = await ok(api.approvePlan(order.id, { variant: 'essential' }))
  const recommended = order.stage

  const { slots } = await ok(api.readCandidates(order.id))
  const asked = slots.flatMap(({ slot_id, candidates }) =>
    candidates.length === 0 ? [] : [{ slot_id, project_ids: candidates.map(({ project_id }) => project_id) }],
  )
  order = await ok(api.scoutTalent(order.id, { slots: asked, reply_by: after(now, 3 * DAY), message: 'Nos gustaría bailar.' }))
  const again_asked = await api.scoutTalent(order.id, { slots: asked, reply_by: after(now, 3 * DAY), message: '' })

  // Each musician holds the date and sends a quote.
  for (const { token } of musicians) {
    as(token)
    const { results: requests } = await ok(api.listRequests())
    const request = requests.find(({ status }) => status === 'asked')
    if (!request) throw new Error('nobody was asked')
    await ok(
      api.answerAvailable(request.id, {
        budget: {
          items: [{ kind: 'performance', description: 'Dos horas de boleros', qty: 1, unit_price: 40_000, optional: false }],
          currency: 'USD',
          deposit_pct: 30,
          balance_due_at: after(starts_at, -DAY),
          valid_until: after(now, 7 * DAY),
          cancellation: [{ hours_before: 720, refund_pct: 100 }],
        },
      }),
    )
  }

  as(access)
  const quotes = (await ok(api.listBudgets(order.id))).slots.flatMap(({ budgets }) => budgets)
  const chosen = quotes[0]
  if (!chosen) throw new Error('nobody sent a quote')
  await ok(api.acceptBudget(chosen.id, {}))
  const lost = await api.acceptBudget(quotes[1]?.id ?? 0, {})

  const { results: agreements } = await ok(api.listOrderContracts(order.id))
  const [agreement] = agreements
  const playing = musicians.find(({ name }) => name === chosen.project.name)
  if (!agreement || !playing) throw new Error('no agreement was drawn up')
  const { id, sha256 } = agreement
  const typed = (typed_name: string) => ({ typed_name, consent: true as const, sha256, language: 'es' as const })
  await ok(api.signContract(id, typed('Ana Lucía Paz')))
  as(playing.token)
  await ok(api.signContract(id, typed(playing.name)))
  as(access)
  await ok(api.recordPayment(id, 'deposit', { method: 'transfer', reference: 'Depósito' }))
  as(playing.token)
  const paid = await ok(api.confirmPayment(id, 'deposit'))

  as(access)
  order = await ok(api.readOrder(order.id))
  const { results, next } = await ok(api.listOrders({ limit: 1 }))
  const { results: events } = await ok(api.listEvents())
  return {
    stages: order.timeline.map(({ step }) => step),
    recommended,
    stage: order.stage,
    refused: [again_asked.status, lost.status],
    quotes: quotes.length,
    agreement: paid.state,
    events: events.map((event) => event.order_id === order.id),
    variants: plans.map(({ variant, total, currency }) => ({ variant, isPriced: total > 0, currency })),
    listed: results.map(({ id }) => id === order.id),
    next,
  }
}
`

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    skipLibCheck: true,
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    outDir: 'built',
    rootDir: '.',
  },
  files: ['program.ts'],
}

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../../..')
const bin = (name: string) => path.join(root, 'node_modules', name)

let t: TestApp
let place = ''
beforeAll(async () => {
  t = await testApp({ now: NOW })
  await t.server.listen({ port: 0, host: '127.0.0.1' })
  place = mkdtempSync(path.join(tmpdir(), 'tarima-client-'))
  // What the client needs is found as if it had been installed there.
  symlinkSync(bin(''), path.join(place, 'node_modules'), 'junction')
})
afterAll(async () => {
  rmSync(place, { recursive: true, force: true })
  await t?.close()
})

it('does the main job with a client made from the document', async () => {
  const musicians = []
  for (const name of ['Rosa Ixchel', 'Beto Marroquín']) {
    const musician = await t.person('MUSICIAN', { name })
    await musicianOf(t, musician.project_id ?? 0)
    musicians.push({ token: musician.token, name })
  }
  const { port } = t.server.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`

  const document = await fetch(`${url}/api/openapi.json`)
  const text = await document.text()
  expect(document.status, text).toBe(200)
  writeFileSync(path.join(place, 'openapi.json'), text)
  await run(process.execPath, [bin('oazapfts/dist/cli.js'), 'openapi.json', 'client.ts'], { cwd: place })
  writeFileSync(path.join(place, 'program.ts'), PROGRAM)
  writeFileSync(path.join(place, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const said = await run(process.execPath, [bin('typescript/lib/tsc.js'), '-p', '.'], { cwd: place }).catch(
    (error: { stdout: string }) => error,
  )
  expect(said.stdout).toBe('')

  const { job } = await import(/* @vite-ignore */ pathToFileURL(path.join(place, 'built/program.js')).href)
  const done = await job({
    url,
    day: addDays(NOW.slice(0, 10), 48),
    now: NOW,
    musicians,
    linkOf: async () =>
      /token=([\w-]+)/.exec((await t.mails('ana.lucia@example.com'))[0]?.text ?? '')?.[1] ?? '',
  })
  expect(done.stages).toEqual(
    expect.arrayContaining(['start', 'submit', 'publish_plan', 'approve_plan', 'scout', 'all_signed']),
  )
  expect(done.recommended).toBe('recommended')
  // What was asked or lost already is refused as the document says it.
  expect(done.refused).toEqual([409, 409])
  expect(done.quotes).toBe(2)
  expect(done.agreement).toBe('active')
  expect(done.stage).toMatch(/^(confirmed|tracking)$/)
  expect(done.events).toEqual([true])
  expect(done.variants).toEqual([
    { variant: 'essential', isPriced: true, currency: 'USD' },
    { variant: 'recommended', isPriced: true, currency: 'USD' },
  ])
  expect([done.listed, done.next]).toEqual([[true], null])
  expect([...t.unlisted]).toEqual([])
}, 180_000)
