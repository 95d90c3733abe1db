import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import { hashPassword } from '#core/server/secrets.ts'
import { rate_windows } from '#core/server/table.ts'
import { users } from '#features/accounts/table.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ max: 10 })
})
afterAll(() => t?.close())

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

async function withPassword(email: string, password: string) {
  await t.db.insert(users).values({
    name: 'Alguien',
    email,
    account_type: 'STUDENT',
    password_hash: await hashPassword(password, { ip: 'bench' }),
    verified_at: new Date().toISOString(),
    terms_accepted_at: new Date().toISOString(),
  })
}

/** Tries `total` passwords over real connections, from a process of its own. @returns how often each status came */
function attack(port: number, total: number): Promise<Record<string, number>> {
  const program = `
    // A real one works on machines of its own: this one only takes what the server leaves.
    require('node:os').setPriority(19)
    const http = require('node:http')
    const agent = new http.Agent({ keepAlive: true, maxSockets: 20 })
    const statuses = {}
    let left = ${total}
    const once = () => new Promise((resolve, reject) => {
      const request = http.request({ port: ${port}, host: '127.0.0.1', method: 'POST', path: '/auth/login/', agent,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.66' } }, (response) => {
          statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1
          response.resume().on('end', resolve)
        })
      request.on('error', reject)
      request.end(JSON.stringify({ username: 'victima@correo.test', password: 'adivino-' + left }))
    })
    const work = async () => { while (left-- > 0) await once() }
    Promise.all(Array.from({ length: 20 }, work)).then(() => { console.log(JSON.stringify(statuses)); agent.destroy() })`
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['-e', program], (error, out) =>
      error ? reject(error) : resolve(JSON.parse(out)),
    )
  })
}

test('10,000 tries on one account are limited at the eleventh, and somebody else still gets in', {
  timeout: 180_000,
}, async () => {
  await withPassword('victima@correo.test', 'cinco-tablas-9')
  await withPassword('otra@correo.test', 'seis-tablas-10')
  await t.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.server.server.address() as AddressInfo
  const enter = () =>
    timed(() =>
      fetch(`http://127.0.0.1:${port}/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'otra@correo.test', password: 'seis-tablas-10' }),
      }),
    )
  await enter()
  const quiet: number[] = []
  for (let i = 0; i < 9; i++) quiet.push((await enter())[0])

  let isOver = false
  const flood = attack(port, 10_000).finally(() => {
    isOver = true
  })
  const during: number[] = []
  while (!isOver) {
    const [ms, answer] = await enter()
    expect(answer.status).toBe(200)
    during.push(ms)
  }
  expect(await flood).toEqual({ 401: 10, 429: 9_990 })
  expect(during.length).toBeGreaterThan(2)
  expect(median(during), `quiet: ${median(quiet).toFixed()} ms`).toBeLessThan(2 * median(quiet))
})

test('200 tries tell nobody whether an e-mail has an account', { timeout: 120_000 }, async () => {
  await withPassword('existe@correo.test', 'cinco-tablas-9')
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = { known: new Set<string>(), unknown: new Set<string>() }
  // In turn, so that whatever else the machine does weighs on both.
  for (let i = 0; i < 100; i++)
    for (const who of ['known', 'unknown'] as const) {
      await t.db.delete(rate_windows)
      const username = who === 'known' ? 'existe@correo.test' : `no-existe-${i}@correo.test`
      const [ms, { status, text }] = await timed(() =>
        t.anonymous.post('/auth/login/', { username, password: 'adivino-siempre' }),
      )
      times[who].push(ms)
      answers[who].add(`${status} ${text}`)
    }
  expect([...answers.known]).toEqual([...answers.unknown])
  // The hash is all there is to measure; what is left is noise.
  const ratio = median(times.known) / median(times.unknown)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
})
