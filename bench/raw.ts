import { createServer } from 'node:http'
import pg from 'pg'
import type { Statement } from './statements.ts'

/*
 * The bare minimum that answers the same question: node:http and pg with named statements, rows as JSON.
 * argv: port, connection settings, { path: statements }.
 */
const [port, settings, plan] = process.argv.slice(2)
const pool = new pg.Pool({ ...JSON.parse(settings ?? '{}'), max: 10, options: '-c timezone=UTC' })
const routes = JSON.parse(plan ?? '{}') as Record<string, Statement[]>

createServer(async (request, response) => {
  const statements = routes[(request.url ?? '').split('?')[0] ?? '']
  if (!statements) return response.writeHead(404).end()
  let rows: unknown[] = []
  for (const [at, { text, values }] of statements.entries())
    rows = (await pool.query({ name: `${request.url?.split('?')[0]}${at}`, text, values })).rows
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify({ results: rows, next: null }))
}).listen(Number(port), '127.0.0.1')
