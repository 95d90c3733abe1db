import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import type { Options } from 'nodemailer/lib/smtp-pool/index.js'
import PostalMime from 'postal-mime'
import type { Jobs, Mail, Mailer, SentMail } from './app.ts'
import type { Config } from './config.ts'
import { handle } from './jobs.ts'
import { queue } from './queues.ts'

/** Mail is sent by a job: a transaction that is rolled back sends nothing, and a failing mail server delays nobody. */
export const mails = queue<Mail>({ name: 'core.mail', concurrency: 4 })

export const mailHandler = handle(mails, (app, mail, job) => app.mail.deliver(mail, job.id))

/**
 * How long one attempt may take, whatever the mail server does. It is well below the time that a job may run (jobs.ts), so
 * that an abandoned attempt is never still running when the next one starts, and a slow server gets no mail twice.
 */
const ATTEMPT_MS = 120_000

/**
 * Where mails go: to the configured SMTP server, into `data_dir/mail/*.eml` when there is none, or into the memory of this
 * process (tests). Timeouts may be set in SMTP_URL's query (`?socketTimeout=30000`).
 */
export function openMail(
  config: Config,
  jobs: () => Jobs,
  delivery: 'as configured' | 'in memory' = 'as configured',
  attempt_ms = ATTEMPT_MS,
): Mailer {
  const memory: SentMail[] = []
  const folder = path.join(config.data_dir, 'mail')
  const smtp =
    delivery === 'as configured' && config.smtp_url
      ? nodemailer.createTransport({
          url: config.smtp_url,
          pool: true,
          connectionTimeout: 20_000,
          greetingTimeout: 20_000,
          socketTimeout: 60_000,
        } as Options)
      : undefined
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

  return {
    async send(tx, mail, { key } = {}) {
      await jobs().enqueue(tx, mails, [{ data: mail, ...(key === undefined ? {} : { key }) }])
    },

    async deliver(mail, id) {
      // The account has been deleted meanwhile: it has no address any more.
      if (!mail.to.includes('@')) return
      // Made from the job's id, so that a second attempt has the same one: if the first did arrive and only the server's
      // answer was lost, no mailbox shows it twice.
      const host = new URL(config.public_url).hostname
      const message = {
        from: config.mail_from,
        to: mail.to,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${host}>`,
        headers: {
          'X-Tarima-Kind': mail.kind,
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribe
            ? {
                'List-Unsubscribe': `<${mail.unsubscribe}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }
            : {}),
        },
      }
      if (delivery === 'in memory') {
        if (!memory.some((sent) => sent.id === id)) {
          memory.unshift({ ...mail, id, date: new Date().toISOString() })
        }
        return
      }
      if (smtp) {
        await smtp.sendMail({ ...message, signal: AbortSignal.timeout(attempt_ms) })
        return
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Made by an earlier release, others could read what is in it.
      await chmod(folder, 0o700)
      const name = `${id}.eml`
      if ((await readdir(folder)).some((file) => file.endsWith(name))) {
        return
      }
      const { message: source } = await composer.sendMail({ ...message, date: new Date() })
      const file = path.join(folder, `${new Date().toISOString().replace(/[-:.]/g, '')}-${name}`)
      try {
        // Letters carry links that sign people in.
        await writeFile(`${file}.part`, source as Buffer, { mode: 0o600 })
        await rename(`${file}.part`, file)
      } catch (error) {
        await rm(`${file}.part`, { force: true })
        throw error
      }
    },

    async sent() {
      if (delivery === 'in memory') {
        return [...memory]
      }
      const files = await readdir(folder).catch(() => [])
      const newest = files
        .filter((file) => file.endsWith('.eml'))
        .sort()
        .reverse()
      return Promise.all(newest.slice(0, 200).map((file) => readMail(path.join(folder, file))))
    },

    close: () => smtp?.close(),
  }
}

async function readMail(file: string): Promise<SentMail> {
  const mail = await PostalMime.parse(await readFile(file))
  const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(.+)\.eml$/.exec(path.basename(file))
  const [, year, month, day, hour, minute, second, ms, id] = stamp ?? []
  return {
    id: id ?? path.basename(file),
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    kind: mail.headers.find(({ key }) => key === 'x-tarima-kind')?.value ?? '',
    date: stamp ? `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z` : (mail.date ?? ''),
  }
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML that shows exactly that text. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => escapes[c] ?? c)
}

/** The product's light theme; mail programs don't support CSS variables. */
const COLOUR = {
  ground: '#f2ecf4',
  stage: '#150919',
  card: '#ffffff',
  line: '#e4dae7',
  ink: '#201024',
  soft: '#634b6b',
  primary: '#c90a47',
  spot: '#ffb630',
}

/**
 * The layout of every mail (rule L-3): one column of tables with inline styles, which mail programs understand, and a plain
 * text of the same content. All texts are in the reader's language already.
 * @param letter.paragraphs plain text; line breaks are preserved
 * @param letter.action the one thing to do; its address is also shown in full
 * @param letter.preheader what a mailbox shows beside the subject; the first paragraph by default
 */
export function mailLayout(letter: {
  language: 'es' | 'en'
  title: string
  paragraphs: string[]
  action?: { label: string; url: string }
  footer: string
  /** Under the footer, such as how to stop these letters. */
  footer_link?: { label: string; url: string }
  /** At the very end of every letter: by which rules the product is used, and whom to ask. */
  legal?: readonly { label: string; url: string }[]
  preheader?: string
}): { html: string; text: string } {
  const { language, title, paragraphs, action, footer } = letter
  const font = "font-family:Figtree,'Segoe UI',Helvetica,Arial,sans-serif"
  const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
  const planks = [10, 6, 4, 2, 1]
    .map(
      (height, i) =>
        `<tr><td height="${height}" style="height:${height}px;line-height:${height}px;font-size:0;background:${i === 0 ? COLOUR.spot : '#301c36'}">&nbsp;</td></tr><tr><td height="4" style="height:4px;line-height:4px;font-size:0">&nbsp;</td></tr>`,
    )
    .reverse()
    .join('')
  const button = action
    ? `<tr><td style="padding:8px 32px 8px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="background:${COLOUR.primary};border-radius:12px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 24px;${font};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table></td></tr>
<tr><td style="padding:8px 32px 0;${font};font-size:13px;line-height:20px;color:${COLOUR.soft};word-break:break-all"><a href="${escapeHtml(action.url)}" style="color:${COLOUR.soft}">${escapeHtml(action.url)}</a></td></tr>`
    : ''
  const small = letter.footer_link
    ? `<br><a href="${escapeHtml(letter.footer_link.url)}" style="color:${COLOUR.soft}">${escapeHtml(letter.footer_link.label)}</a>`
    : ''
  const legal = (letter.legal ?? [])
    .map(
      ({ label, url }) =>
        `<a href="${escapeHtml(url)}" style="color:${COLOUR.soft}">${escapeHtml(label)}</a>`,
    )
    .join(' · ')
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:${COLOUR.ground}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.preheader ?? paragraphs[0] ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${COLOUR.ground}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:${COLOUR.card};border:1px solid ${COLOUR.line};border-radius:16px;overflow:hidden">
<tr><td style="background:${COLOUR.stage};padding:24px 32px 20px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td style="${font};font-size:22px;line-height:28px;font-weight:800;letter-spacing:-.015em;color:#f9f7fa">Tarima</td><td width="96"><table role="presentation" width="96" cellpadding="0" cellspacing="0" border="0">${planks}</table></td></tr></table></td></tr>
<tr><td style="padding:32px 32px 8px"><h1 style="margin:0;${font};font-size:26px;line-height:32px;font-weight:800;letter-spacing:-.015em;color:${COLOUR.ink}">${escapeHtml(title)}</h1></td></tr>
${paragraphs.map((text) => `<tr><td style="padding:8px 32px;${font};font-size:16px;line-height:24px;color:${COLOUR.ink}">${lines(text)}</td></tr>`).join('\n')}
${button}
<tr><td style="padding:24px 32px 28px"><div style="border-top:1px solid ${COLOUR.line};padding-top:16px;${font};font-size:13px;line-height:20px;color:${COLOUR.soft}">${lines(footer)}${small}${legal && `<br>${legal}`}</div></td></tr>
</table></td></tr></table>
</body>
</html>
`
  const text = [
    title,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    [
      `-- \n${footer}`,
      ...[letter.footer_link ?? [], letter.legal ?? []].flat().map(({ label, url }) => `${label}: ${url}`),
    ].join('\n'),
  ].join('\n\n')
  return { html, text: `${text}\n` }
}
