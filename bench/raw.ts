import { createServer } from 'node:http'
import pg from 'pg'
import type { Answer } from './statements.ts'

/*
 * The bare minimum that answers the same question: node:http and pg. Statements that the product prepares are prepared,
 * those that it plans anew are planned anew; what doesn't depend on an answer is sent without waiting for it, over as
 * few connections as the product has for that; and the answer has the same bytes.
 * argv: port, connection settings, { path: answer }.
 */
const [port, settings, plan] = process.argv.slice(2)
const config = { ...JSON.parse(settings ?? '{}'), options: '-c timezone=UTC' }
const pool = new pg.Pool({ ...config, max: 10 })
const lanes = await Promise.all(
  [0, 1, 2].map(async () => {
    const lane = new pg.Client({ ...config, pipeline: true })
    await lane.connect()
    return lane
  }),
)
const routes = JSON.parse(plan ?? '{}') as Record<string, Answer>
let turn = 0

createServer(async (request, response) => {
  const path = (request.url ?? '').split('?')[0] ?? ''
  const answer = routes[path]
  if (!answer) return response.writeHead(404).end()
  await Promise.all(
    answer.statements.map(({ text, values, prepared }, at) =>
      prepared
        ? lanes[turn++ % lanes.length]?.query({ name: `${path}${at}`, text, values })
        : pool.query({ text, values }),
    ),
  )
  // Rows that nobody would send again are made into text all the same: that is a part of answering.
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(answer.body))
}).listen(Number(port), '127.0.0.1')
