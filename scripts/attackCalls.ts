import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/* Calls to a server of this machine, as the attack and who watches it make them. */

export interface Answer {
  status: number
  ms: number
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows the shape
  body: any
}
export interface Asked {
  method?: string
  token?: string
  body?: object | Buffer
  type?: string
  /** The address that it comes from. */
  from?: string
  /** Leaves after that long without an answer. */
  leave_ms?: number
}

/** One of this machine's own addresses. */
export function address(group: number, n: number): string {
  return `127.${group}.${Math.floor(n / 250)}.${1 + (n % 250)}`
}

export function call(
  port: number,
  at: string,
  { token, body, type, from, leave_ms, ...asked }: Asked,
): Promise<Answer> {
  const begun = performance.now()
  const sent = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return new Promise((resolve) => {
    const end = (status: number, text: string) => {
      let json: unknown
      try {
        json = JSON.parse(text)
      } catch {}
      resolve({ status, ms: performance.now() - begun, body: json })
    }
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        path: at,
        method: asked.method ?? (sent === undefined ? 'GET' : 'POST'),
        agent: false,
        ...(from ? { localAddress: from } : {}),
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(sent === undefined ? {} : { 'content-type': type ?? 'application/json' }),
          ...(sent === undefined ? {} : { 'content-length': Buffer.byteLength(sent) }),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => end(answer.statusCode ?? 0, text))
        answer.on('error', () => end(0, text))
      },
    )
    request.on('error', () => end(0, ''))
    if (leave_ms) setTimeout(() => request.destroy(), leave_ms)
    request.end(sent)
  })
}

/** Asks at a steady pace, whether it has answered or not, until something is done. @returns ascending by time */
export async function repeat(
  ask: () => Promise<Answer>,
  every_ms: number,
  until: Promise<unknown>,
): Promise<Answer[]> {
  let done = false
  void until.finally(() => {
    done = true
  })
  const asked: Promise<Answer>[] = []
  while (!done) {
    asked.push(ask())
    await sleep(every_ms)
  }
  return (await Promise.all(asked)).sort((a, b) => a.ms - b.ms)
}
