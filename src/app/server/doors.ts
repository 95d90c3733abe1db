import { once } from 'node:events'
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/*
 * Node takes one connection of a listening socket in each turn of the event loop, so whoever comes behind three hundred
 * others waits three hundred turns, whatever they only wanted to ask. With more sockets at one port as many are taken in a turn.
 */

/** Connections that are taken in one turn. */
const DOORS = 16

/**
 * Listens, with several sockets at one port where there is that (SO_REUSEPORT: Linux, Node from 22.12 on), else with one.
 * They close with the server.
 * @returns the port
 * @throws what `listen` of the first socket throws, e.g. EADDRINUSE
 */
export async function listenAtDoors(
  server: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<number> {
  const first: ListenOptions = { port, host, reusePort: isShared }
  await server.listen(first)
  const taken = (server.server.address() as AddressInfo).port
  if (!isShared) return taken
  const doors = await Promise.all(
    Array.from({ length: DOORS - 1 }, () => openDoor(server, { port: taken, host, reusePort: true })),
  )
  server.server.once('close', () => {
    for (const door of doors) door.close()
  })
  return taken
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isShared = process.platform === 'linux' && (major > 22 || (major === 22 && minor >= 12))

async function openDoor(server: FastifyInstance, at: ListenOptions): Promise<Server> {
  // As node:http makes its own.
  const options = { allowHalfOpen: true, noDelay: true }
  const door = createServer(options, (socket) => void server.server.emit('connection', socket))
  door.listen(at)
  await once(door, 'listening')
  return door
}
