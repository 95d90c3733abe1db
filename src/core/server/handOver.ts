import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/*
 * An answer that goes on for many minutes needs its connection and nothing else. What HTTP keeps for each (the call, its
 * answer, and a parser with room for the head of a next call) is several times as much as the connection itself.
 */

/**
 * Ends an answer after its head as far as Node and Fastify know; for whoever reads it, its body is what is written to the
 * connection from then on, until that is ended. The head must be written, with `connection: close`, and the body must
 * have no form of its own (`useChunkedEncodingByDefault = false`).
 * @returns the connection; null when whoever asked has left
 */
export function handOver(answer: ServerResponse): Promise<Socket | null> {
  const { socket } = answer
  // Behind an answer that isn't over yet, on the same connection: browsers don't ask so.
  if (!socket) answer.end()
  if (!socket || socket.destroyed) return Promise.resolve(null)
  return new Promise((resolve) => {
    // What Node does with the connection after such an answer: not now. Before its own listener.
    answer.prependOnceListener('finish', () => {
      socket.destroySoon = nothing
    })
    // After Node's own listener, which takes the call and its answer from the connection.
    answer.once('finish', () => {
      socket.destroySoon = Socket.prototype.destroySoon
      if (!socket.destroyed) letGo(socket)
      resolve(socket.destroyed ? null : socket)
    })
    answer.once('close', () => resolve(null))
    answer.end()
  })
}

/** Makes HTTP forget a connection. */
function letGo(socket: Socket): void {
  // At a connection's close Node frees its parser: it hears of that now. Its call and answer have nothing to do with it any more.
  for (const closed of socket.listeners('close')) closed.call(socket)
  socket.removeAllListeners()
  // Whoever has asked for a stream has nothing more to say: they leave, or send what isn't asked for.
  socket.on('end', destroy).on('data', destroy).on('finish', destroy)
  // It closes after an error.
  socket.on('error', nothing)
  socket.resume()
}

// Functions made above would hold the call for as long as the connection has them.
function nothing(): void {}

function destroy(this: Socket): void {
  this.destroy()
}
