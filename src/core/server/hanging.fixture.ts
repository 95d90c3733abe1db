import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { PostgresSettings } from './postgres.ts'

/** Where a database listens: the folder of its socket, or a host. */
function placeOf(settings: PostgresSettings): NetConnectOpts {
  if ('connectionString' in settings) {
    const url = new URL(settings.connectionString)
    return { host: url.hostname, port: Number(url.port || 5432) }
  }
  const { host, port } = settings
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: port ?? 5432 }
}

/** A database behind a wire that can be held: it then neither answers nor closes, as one whose machine is frozen. */
export async function hangingDatabase(settings: PostgresSettings): Promise<{
  settings: PostgresSettings
  hold(): void
  release(): void
  close(): void
  /** How often something has been sent to it. */
  writes(): number
}> {
  const sockets = new Set<Socket>()
  let held = false
  let writes = 0
  const server = createServer((near) => {
    const far = connect(placeOf(settings))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (data) => {
      writes++
      far.write(data)
    })
    far.on('data', (data) => near.write(data))
    if (held) near.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const wire = { host: '127.0.0.1', port }
  const through = (): PostgresSettings => {
    if (!('connectionString' in settings)) return { ...settings, ...wire }
    const url = new URL(settings.connectionString)
    url.hostname = wire.host
    url.port = String(wire.port)
    return { connectionString: url.href }
  }
  return {
    settings: through(),
    writes: () => writes,
    hold() {
      held = true
      for (const socket of sockets) socket.pause()
    },
    release() {
      held = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
