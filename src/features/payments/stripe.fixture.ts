import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { type Call, planCalls } from './stripePlans.calls.fixture.ts'
import { stripePlansState } from './stripePlans.fixture.ts'
import { declines, StripeRefusal, stripeState, type Thing } from './stripeState.fixture.ts'

/*
 * Stripe as far as we speak with it, on loopback, for tests: form-encoded calls with a key, idempotency, refusals of what
 * its API description doesn't know, pages that stand for its own, and signed calls to us.
 */

const SECRET_KEY = 'sk_test_tarima0123456789'
const HOOK_SECRET = 'whsec_tarima0123456789'

/** How the next call is failed: before or after it was done the line goes dead, or Stripe has trouble; `none`: it isn't. */
export type Fault = 'before' | 'after' | 'trouble' | 'none'

const escaped = (html: string) => html.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const htmlOf = (title: string, body: string) =>
  `<!doctype html><html lang="es"><meta charset="utf-8"><title>${escaped(title)}</title><main><h1>${escaped(title)}</h1>${body}</main></html>`

/** Fields of a form by their full names, arrays by their places. */
function paramsOf(body: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body))
}

/**
 * @param options.hook where it sends its calls to, once that is known; nowhere: tests send what is in `events`
 * @param options.now its clock; the machine's unless said
 */
export async function startStripe(options: { hook?: () => string; now?: () => Date } = {}) {
  const events: Thing[] = []
  const seen: { method: string; path: string; key: string | null; status: number }[] = []
  const faults: Fault[] = []
  const kept = new Map<string, { told: string; status: number; body: string } | 'busy'>()
  let address = ''
  const state = stripeState(
    () => address,
    (event) => {
      events.push(event)
      if (options.hook) sendLater(event, options.hook())
    },
    () => Math.floor((options.now?.() ?? new Date()).getTime() / 1000),
  )
  const plans = stripePlansState(state, declines)

  const crypto = new Stripe(SECRET_KEY).webhooks
  /** A call as Stripe makes it: body and signature. */
  const signed = (event: object, more: { secret?: string; timestamp?: number } = {}) => {
    const payload = JSON.stringify(event)
    const { secret = HOOK_SECRET, timestamp = Math.floor(Date.now() / 1000) } = more
    return { payload, header: crypto.generateTestHeaderString({ payload, secret, timestamp }) }
  }
  const timers = new Set<NodeJS.Timeout>()
  /** Late, twice, and not in the order in which it happened. */
  function sendLater(event: Thing, hook: string) {
    for (const ms of [events.length % 2 ? 400 : 100, 700]) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        const { payload, header } = signed(event)
        const headers = { 'content-type': 'application/json', 'stripe-signature': header }
        fetch(hook, { method: 'POST', headers, body: payload }).catch(() => {})
      }, ms)
      timers.add(timer)
    }
  }

  const CALLS: readonly Call[] = [
    {
      method: 'POST',
      path: /^\/v1\/checkout\/sessions$/,
      allows: [
        'mode',
        'allowed_payment_method_types[0]',
        'client_reference_id',
        'line_items[0][quantity]',
        'line_items[0][price_data][currency]',
        'line_items[0][price_data][unit_amount]',
        'line_items[0][price_data][product_data][name]',
        'success_url',
        'cancel_url',
        'expires_at',
        'locale',
        'metadata[*]',
        'payment_intent_data[metadata][*]',
        'payment_intent_data[transfer_group]',
        'customer_email',
        'line_items[0][price_data][product]',
        'line_items[0][price_data][recurring][interval]',
        'subscription_data[metadata][*]',
        'subscription_data[trial_end]',
      ],
      requires: ['mode', 'success_url', 'line_items[0][price_data][currency]'],
      run: (params) => {
        if (params.mode === 'subscription') return plans.createPlanSession(params)
        if (!params['line_items[0][price_data][product_data][name]'])
          throw new StripeRefusal(400, {
            code: 'parameter_missing',
            message: 'Missing required param: name.',
          })
        return state.createSession(params)
      },
    },
    ...planCalls(state, plans),
    {
      method: 'GET',
      path: /^\/v1\/checkout\/sessions\/(\w+)$/,
      allows: ['expand[0]'],
      run: (_, id) => state.find('checkout.session', id, 'checkout.session'),
    },
    {
      method: 'POST',
      path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
      allows: [],
      run: (_, id) => state.expire(id),
    },
    {
      method: 'POST',
      path: /^\/v1\/refunds$/,
      allows: ['payment_intent', 'amount', 'reason', 'metadata[*]'],
      requires: ['payment_intent'],
      run: (params) => state.createRefund(params),
    },
    {
      method: 'GET',
      path: /^\/v1\/refunds\/(\w+)$/,
      allows: [],
      run: (_, id) => state.find('refund', id, 'refund'),
    },
    {
      method: 'POST',
      path: /^\/v1\/transfers$/,
      allows: ['amount', 'currency', 'destination', 'source_transaction', 'transfer_group', 'metadata[*]'],
      requires: ['currency', 'destination'],
      run: (params) => state.createTransfer(params),
    },
    {
      method: 'POST',
      path: /^\/v1\/accounts$/,
      allows: ['type', 'email', 'capabilities[transfers][requested]', 'metadata[*]'],
      run: (params) => state.createAccount(params),
    },
    {
      method: 'GET',
      path: /^\/v1\/accounts\/(\w+)$/,
      allows: [],
      run: (_, id) => state.find('account', id, 'account'),
    },
    {
      method: 'POST',
      path: /^\/v1\/accounts\/(\w+)\/login_links$/,
      allows: [],
      run: (_, id) => ({
        id,
        object: 'login_link',
        url: `${address}/express/${state.find('account', id, 'account').id}`,
      }),
    },
    {
      method: 'POST',
      path: /^\/v1\/account_links$/,
      allows: ['account', 'type', 'return_url', 'refresh_url'],
      requires: ['account', 'type', 'return_url', 'refresh_url'],
      run: ({ account = '', return_url = '' }) => {
        const link = state.link(account)
        const back = encodeURIComponent(return_url)
        return Object.assign(link, { url: `${address}/setup/${account}?return_url=${back}` })
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/disputes\/(\w+)$/,
      allows: [],
      run: (_, id) => state.find('dispute', id, 'dispute'),
    },
  ]

  const isAllowed = (name: string, allows: readonly string[]) =>
    allows.some((one) => (one.endsWith('[*]') ? name.startsWith(one.slice(0, -2)) : one === name))

  /** Objects in the place of their ids, as `expand` asks for. */
  function expanded(thing: Thing, paths: readonly string[]): Thing {
    const copy = structuredClone(thing)
    for (const path of paths) {
      let at: Record<string, unknown> | null = copy
      for (const part of path.split('.')) {
        const id: unknown = at?.[part]
        const found: Thing | null =
          typeof id === 'string' ? structuredClone(state.things.get(id) ?? null) : null
        if (at && found) at[part] = found
        at = found ?? (at?.[part] as Record<string, unknown> | null)
      }
    }
    return copy
  }

  function answer(
    request: IncomingMessage,
    url: URL,
    body: string,
  ): { status: number; body: string; replayed?: boolean } {
    const refusal = (error: StripeRefusal) => ({
      status: error.status,
      body: JSON.stringify({ error: error.error }),
    })
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return refusal(new StripeRefusal(401, { message: 'Invalid API Key provided: sk_test_*****' }))
    const call = CALLS.find(({ method, path }) => method === request.method && path.test(url.pathname))
    if (!call)
      return refusal(
        new StripeRefusal(404, { message: `Unrecognized request URL (${request.method}: ${url.pathname}).` }),
      )
    const params = request.method === 'GET' ? paramsOf(url.search) : paramsOf(body)
    const unknown = Object.keys(params).find((name) => !isAllowed(name, call.allows))
    if (unknown)
      return refusal(
        new StripeRefusal(400, {
          code: 'parameter_unknown',
          message: `Received unknown parameter: ${unknown}`,
          param: unknown,
        }),
      )
    const absent = call.requires?.find((name) => !params[name])
    if (absent)
      return refusal(
        new StripeRefusal(400, {
          code: 'parameter_missing',
          message: `Missing required param: ${absent}.`,
          param: absent,
        }),
      )
    const header = request.headers['idempotency-key']
    const key = request.method === 'POST' && typeof header === 'string' ? header : null
    const told = `${url.pathname} ${body}`
    const before = key ? kept.get(key) : undefined
    if (before && before !== 'busy' && before.told !== told)
      return refusal(
        new StripeRefusal(400, {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        }),
      )
    if (before && before !== 'busy') return { status: before.status, body: before.body, replayed: true }
    let done: { status: number; body: string }
    try {
      const thing = call.run(params, call.path.exec(url.pathname)?.[1] ?? '')
      const paths = Object.entries(params).flatMap(([name, value]) =>
        name.startsWith('expand[') ? [value] : [],
      )
      done = { status: 200, body: JSON.stringify(expanded(thing, paths)) }
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      done = refusal(error)
    }
    if (key) kept.set(key, { told, ...done })
    return done
  }

  /** The pages that stand for Stripe's own: a card is typed in, an account is set up. */
  function page(url: URL, method: string, form: Record<string, string>, response: ServerResponse): boolean {
    const [, kind, id = ''] = /^\/(c\/pay|setup|express|portal)\/(\w+)$/.exec(url.pathname) ?? []
    if (!kind) return false
    const go = (to: string) => response.writeHead(303, { location: to }).end()
    const show = (title: string, html: string) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(htmlOf(title, html))
    if (kind === 'c/pay') {
      const session = state.find<Thing & { status: string }>('checkout.session', id, 'checkout.session')
      const pay = session.mode === 'subscription' ? plans.completePlan : state.pay
      const failure = method === 'POST' ? pay(id, form.card) : null
      if (method === 'POST' && !failure) go(String(session.success_url))
      else
        show(
          'Stripe',
          `<p>${escaped(String(session.title))}</p><p>${(Number(session.amount_total) / 100).toFixed(2)} ${escaped(String(session.currency)).toUpperCase()}</p>
          ${failure ? `<p role="alert">${failure}</p>` : ''}
          <form method="post"><label>Card number <input name="card"></label><button>Pay</button></form>
          <a href="${escaped(String(session.cancel_url))}">Back</a>`,
        )
    } else if (kind === 'portal') {
      if (method === 'POST') {
        plans.changeCard(id, form.card ?? '')
        go(url.searchParams.get('return_url') ?? '/')
      } else
        show(
          'Stripe Billing',
          '<form method="post"><label>Card number <input name="card"></label><button>Save</button></form>',
        )
    } else if (kind === 'setup' && method === 'POST') {
      state.complete(id)
      go(url.searchParams.get('return_url') ?? '/')
    } else
      show(
        'Stripe Express',
        kind === 'setup' ? '<form method="post"><button>Agree and submit</button></form>' : `<p>${id}</p>`,
      )
    return true
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', address)
    const body = await text(request)
    try {
      if (page(url, request.method ?? '', paramsOf(body), response)) return
    } catch {
      response.writeHead(404).end()
      return
    }
    const fault = faults.shift()
    if (fault === 'before') return request.socket.destroy()
    const done =
      fault === 'trouble'
        ? {
            status: 500,
            body: JSON.stringify({ error: { type: 'api_error', message: 'An unknown error occurred' } }),
          }
        : answer(request, url, body)
    const key = request.headers['idempotency-key']
    seen.push({
      method: request.method ?? '',
      path: url.pathname,
      key: typeof key === 'string' ? key : null,
      status: done.status,
    })
    if (fault === 'after') return request.socket.destroy()
    response.writeHead(done.status, {
      'content-type': 'application/json',
      'request-id': `req_${seen.length}`,
      ...('replayed' in done && done.replayed ? { 'idempotent-replayed': 'true' } : {}),
    })
    response.end(done.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    ...state,
    ...plans,
    events,
    seen,
    faults,
    signed,
    address,
    /** Settings of the server under test. */
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_tarima0123456789',
      STRIPE_WEBHOOK_SECRET: HOOK_SECRET,
      STRIPE_API_BASE: address,
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type FakeStripe = Awaited<ReturnType<typeof startStripe>>
