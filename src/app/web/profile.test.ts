import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEXT_FOLDERS } from '#app/server/texts.ts'
import { readTexts } from '#core/server/texts.ts'
import { ApiError, ask, call } from '#core/web/ask.ts'
import { i18n } from '#core/web/i18n.ts'
import { login } from '#features/accounts/contract.ts'
import { useSession } from '#features/accounts/web/session.ts'
import { NOBODY } from '#features/accounts/web/storedSession.ts'
import { listNotifications } from '#features/notifications/contract.ts'
import { readProfile } from '#features/projects/contract.ts'
import { loadProfile } from './profile.ts'

/*
 * What the client makes of answers, good and bad, against a server that says what each test wants
 * (rules S-12 to S-14 and C-4).
 */

interface Said {
  status: number
  body?: string
  type?: string
  hangUp?: boolean
}
let says: Said = { status: 200 }
const asked: { path: string; authorization: string | undefined }[] = []
const server = createServer((request, response) => {
  asked.push({ path: request.url ?? '', authorization: request.headers.authorization })
  if (says.hangUp) return request.socket.destroy()
  response.writeHead(says.status, { 'content-type': says.type ?? 'application/json; charset=utf-8' })
  response.end(says.body ?? '')
})

const realFetch = globalThis.fetch
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // A page's addresses are relative to it; here there is no page.
  globalThis.fetch = (url, init) => realFetch(new URL(String(url), base), init)
  await i18n.init({
    lng: 'es',
    fallbackLng: 'es',
    defaultNS: 'common',
    resources: readTexts(TEXT_FOLDERS),
  })
})
afterAll(() => {
  globalThis.fetch = realFetch
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  await i18n.changeLanguage('es')
  asked.length = 0
  useSession.setState({ ...NOBODY, accessToken: 'token-of-ana', rememberMe: true })
})

const profile = {
  id: 7,
  name: 'Ana',
  email: 'ana@correo.test',
  accountType: 'STUDENT',
  permissions: ['read:student'],
  music_project: [],
  verified: true,
  language: 'es',
  phone: null,
  city: null,
  client_kind: null,
  legal_name: null,
  tax_id: null,
  music_project_id: null,
  role: null,
  is_owner: false,
  completed_steps: {
    isProfileInfoCompleted: false,
    isVerificationStepCompleted: true,
    isAvailabilityCompleted: false,
  },
  created_at: '2026-11-20T15:00:00.000Z',
}
const json = (status: number, body: unknown): Said => ({ status, body: JSON.stringify(body) })
const HTML: Said = { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' }

const failureOfCall = async (said: Said) => {
  says = said
  const failure = await call(listNotifications).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  return failure as ApiError
}

describe('a call', () => {
  test.each([
    ['200 with JSON', json(200, { results: [] }), { results: [] }],
    ['299 is a success too', json(299, { results: [] }), { results: [] }],
    ['an answer that is not JSON is read as text', { status: 200, type: 'text/plain', body: 'hola' }, 'hola'],
    ['204 without a body', { status: 204 }, null],
  ] as const)('%s', async (_name, said, answer) => {
    says = said
    expect(await call(listNotifications)).toEqual(answer)
    expect(asked).toEqual([
      { path: expect.stringContaining('/notifications/'), authorization: 'Bearer token-of-ana' },
    ])
  })

  test.each([
    [
      'the message field',
      json(422, { message: 'Revisa los campos marcados.' }),
      'Revisa los campos marcados.',
    ],
    ['no message field', json(500, { detail: 'x' }), 'An error occurred'],
    ['an empty message', json(500, { message: '' }), 'An error occurred'],
    ['null', json(500, null), 'An error occurred'],
    ["a proxy's page", HTML, 'An error occurred'],
    ['broken JSON', { status: 500, body: '{"message":' }, 'An error occurred'],
    ['nothing at all', { status: 503 }, 'An error occurred'],
    ['a redirect without an address', { status: 304 }, 'An error occurred'],
  ] as const)('that fails with %s says so', async (_name, said, message) => {
    const failure = await failureOfCall(said)
    expect([failure.status, failure.message]).toEqual([said.status, message])
  })

  test('that never arrives says so in the person’s language', async () => {
    const failure = await failureOfCall({ status: 0, hangUp: true })
    expect([failure.status, failure.message]).toEqual([0, 'Sin conexión. Revisa tu red y prueba de nuevo.'])
    await i18n.changeLanguage('en')
    expect((await failureOfCall({ status: 0, hangUp: true })).message).toBe(
      'No connection. Check your network and try again.',
    )
    expect(useSession.getState().accessToken).toBe('token-of-ana')
  })
})

describe('a 401', () => {
  const full = {
    user: { ...profile, music_project: [] } as never,
    lastAttemptedRoute: '/budgets',
    musicProjectId: 3,
    selectedServices: [1],
    pendingInvitations: [2],
  }
  test('of any call clears the session and leaves the error Unauthorized', async () => {
    useSession.setState(full)
    await failureOfCall(json(401, { message: 'Unauthorized', code: 'access.unauthorized' }))
    expect(useSession.getState()).toMatchObject({
      accessToken: null,
      user: null,
      lastAttemptedRoute: null,
      musicProjectId: null,
      selectedServices: [],
      error: 'Unauthorized',
    })
  })
  test('of a page that is no JSON as well', async () => {
    await failureOfCall({ ...HTML, status: 401 })
    expect(useSession.getState()).toMatchObject({ accessToken: null, error: 'Unauthorized' })
  })
  test('of the sign-in itself clears nothing', async () => {
    useSession.setState(full)
    says = json(401, { message: 'El correo o la contraseña no son correctos.' })
    const failed = call(login, { body: { username: 'ana', password: 'no' } })
    await expect(failed).rejects.toThrow('El correo o la contraseña no son correctos.')
    expect(useSession.getState()).toMatchObject({ ...full, accessToken: 'token-of-ana', error: null })
  })
  test('of a session that has been replaced meanwhile does not end the new one', async () => {
    says = json(401, { message: 'Unauthorized' })
    const late = call(listNotifications).catch(() => {})
    useSession.getState().signIn('token-of-luz', true)
    await late
    expect(useSession.getState()).toMatchObject({ accessToken: 'token-of-luz', error: null })
  })
})

describe('the profile at start-up', () => {
  const load = async (said: Said) => {
    says = said
    await loadProfile(new QueryClient())
    return useSession.getState()
  }

  test('is fetched once, even when ten ask at once, and is there for pages that ask the same', async () => {
    says = json(200, profile)
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } })
    const pages = Array.from({ length: 10 }, () => client.fetchQuery(ask(readProfile)))
    await Promise.all([...Array.from({ length: 10 }, () => loadProfile(client)), ...pages])
    expect((await client.fetchQuery(ask(readProfile))).id).toBe(7)
    expect(asked.map(({ path }) => path)).toEqual(['/api/auth/profile/'])
    expect(useSession.getState()).toMatchObject({
      user: { id: 7, accountType: 'STUDENT' },
      error: null,
      completedSteps: profile.completed_steps,
    })
  })

  test.each([
    [
      "the server's message",
      json(500, { message: 'Algo falló de nuestro lado.' }),
      'Algo falló de nuestro lado.',
    ],
    ['without one', HTML, 'Error al obtener información del usuario'],
    ['when the answer makes no sense', { status: 200, body: '{' }, 'Error desconocido'],
  ] as const)('that fails is kept in the session: %s', async (_name, said, error) => {
    expect(await load(said)).toMatchObject({ accessToken: 'token-of-ana', user: null, error })
    expect((await load(json(200, profile))).error).toBeNull()
  })

  test('of a session that is over leaves Unauthorized', async () => {
    expect(await load(json(401, { message: 'Unauthorized' }))).toMatchObject({
      accessToken: null,
      error: 'Unauthorized',
    })
  })

  test('in English', async () => {
    await i18n.changeLanguage('en')
    expect((await load(HTML)).error).toBe("We couldn't get your information")
    expect((await load({ status: 200, body: '{' })).error).toBe('Unknown error')
  })

  test('that arrives after signing out is nobody’s', async () => {
    says = json(200, profile)
    const late = loadProfile(new QueryClient())
    useSession.getState().clear()
    await late
    expect(useSession.getState().user).toBeNull()
  })
})

describe('another token while a profile is on its way', () => {
  test('is followed by a profile of its own, however late the first one comes', async () => {
    says = json(200, profile)
    const client = new QueryClient()
    const first = loadProfile(client)
    // A mailed link signs in anew while the page is still starting up.
    useSession.setState({ accessToken: 'token-of-the-link' })
    const second = loadProfile(client)
    const asMany = loadProfile(client)
    await Promise.all([first, second, asMany])
    expect(asked.map(({ authorization }) => authorization)).toEqual([
      'Bearer token-of-ana',
      'Bearer token-of-the-link',
    ])
    expect(useSession.getState().user?.name).toBe('Ana')
  })
})
