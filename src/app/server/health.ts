import type { FastifyInstance } from 'fastify'
import type { App } from '#core/server/app.ts'

/** A database that takes longer for nothing at all isn't there. */
const READY_MS = 1_000

/**
 * What the process says of itself to whoever runs it. /healthz: it does its work, with the database that belongs to it;
 * if not, it ends or heals by itself. /readyz: calls can be answered now, whoever runs the database; and how much room the
 * disk has (without any, what writes is refused).
 */
export function health(server: FastifyInstance, app: App) {
  server.get('/healthz', { config: { first: true } }, async (_request, reply) =>
    app.hasDatabase()
      ? { status: 'ok' }
      : reply.status(503).send({ status: 'the database is started again' }),
  )
  server.get('/readyz', { config: { first: true } }, async (_request, reply) => {
    try {
      if (!app.hasDatabase()) throw new Error('it is being started again')
      await within(READY_MS, app.reserved_db.$client.query({ name: 'ready', text: 'select 1' }))
      return { status: 'ready', room: app.disk.room() }
    } catch {
      return reply.status(503).send({ status: 'no database' })
    }
  })
}

/** @throws Error when it takes longer */
async function within<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
    result.catch(() => {})
  }
}
