import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App, SentMail } from './app.ts'
import { escapeHtml } from './mail.ts'

/**
 * The mails in the data folder, for development and tests: /dev/mail shows them, and /dev/mail.json lists them for
 * programs (newest first; `?to=` and `?kind=` filter).
 */
export function mailPages(server: FastifyInstance, app: App) {
  server.get<{ Querystring: { to?: string; kind?: string } }>('/dev/mail.json', async (request) => {
    const { to, kind } = request.query
    return (await app.mail.sent()).filter(
      (mail) => (!to || mail.to.toLowerCase() === to.toLowerCase()) && (!kind || mail.kind === kind),
    )
  })

  server.get('/dev/mail', async (_request, reply) => page(reply, 'Mails', listOf(app, await app.mail.sent())))

  server.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const mail = (await app.mail.sent()).find(({ id }) => id === request.params.id)
    if (!mail) {
      return page(
        reply.status(404),
        'Mails',
        '<p>This mail is not here.</p><p><a href="/dev/mail">All mails</a></p>',
      )
    }
    return readable(reply).send(mail.html)
  })
}

/** Text messages that were written down instead of sent, for development and tests: /dev/sms and, for programs, /dev/sms.json. */
export function textPages(server: FastifyInstance, app: App) {
  server.get('/dev/sms.json', async () => app.sms.sent())
  server.get('/dev/sms', async (_request, reply) => {
    const sent = await app.sms.sent()
    const rows = sent.map(
      ({ to, text, date }) =>
        `<article><p class="meta">to <b>${escapeHtml(to)}</b> · <time>${escapeHtml(date)}</time></p><pre>${escapeHtml(text)}</pre></article>`,
    )
    return page(
      reply,
      'Text messages',
      `<h1>Text messages <small>${sent.length}</small></h1>${rows.join('') || '<p>None was sent yet.</p>'}`,
    )
  })
}

function listOf(app: App, mails: SentMail[]): string {
  if (mails.length === 0) {
    return app.config.smtp_url
      ? '<h1>Mails</h1><p>SMTP_URL is set: mails leave through that server and are not kept here.</p>'
      : '<h1>Mails</h1><p>No mail was sent yet.</p>'
  }
  const rows = mails.map(
    (mail) => `<article>
<h2><a href="/dev/mail/${escapeHtml(mail.id)}">${escapeHtml(mail.subject)}</a></h2>
<p class="meta">to <b>${escapeHtml(mail.to)}</b> · ${escapeHtml(mail.kind)} · <time>${escapeHtml(mail.date)}</time></p>
<pre>${linked(mail.text)}</pre>
</article>`,
  )
  return `<h1>Mails <small>${mails.length}</small></h1>${rows.join('\n')}`
}

const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

/** These pages show HTML with inline styles; nothing else may run or load. */
function readable(reply: FastifyReply) {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
}

function page(reply: FastifyReply, title: string, body: string) {
  return readable(reply).send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:46rem;padding:2rem 1rem;background:#f9f7fa;color:#201024}
article{background:#fff;border:1px solid #e4dae7;border-radius:16px;padding:1rem 1.25rem;margin:1rem 0}h1 small{color:#634b6b}
h2{font-size:1.1rem;margin:0}.meta{color:#634b6b;margin:.25rem 0;font-size:.9rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0 0;font:inherit}a{color:#c90a47}</style>
</head><body>${body}</body></html>`)
}
