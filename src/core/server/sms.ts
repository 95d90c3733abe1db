import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Mailer, SentText, Texter } from './app.ts'
import type { Config } from './config.ts'

/** Shown at most; the folder is development's. */
const SHOWN = 100

/**
 * Text messages to phones, by one of two adapters: as mails to a gateway that makes text messages of them
 * (SMS_MAIL_TEMPLATE), or, outside production, written down where developers read them (`/dev/sms`). In production
 * without a gateway there are none, and nothing offers what would need one.
 * @param mail what mails to the gateway leave through
 */
export function openSms(
  config: Config,
  mail: () => Mailer,
  delivery: 'as configured' | 'in memory' = 'as configured',
): Texter {
  const { sms_mail_template: template } = config
  const folder = path.join(config.data_dir, 'sms')
  const memory: SentText[] = []
  return {
    isOffered: template !== undefined || config.env !== 'production',

    async deliver({ to, text }, id) {
      if (template) {
        const address = template.replace('{number}', to.replace('+', ''))
        await mail().deliver({ to: address, subject: '', html: '', text, kind: 'sms' }, id)
        return
      }
      if (config.env === 'production') throw new Error('there is no way to send a text message')
      const sent = { id, to, text, date: new Date().toISOString() }
      if (delivery === 'in memory') {
        if (!memory.some((one) => one.id === id)) memory.unshift(sent)
        return
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A second attempt has the same id: written once.
      if ((await readdir(folder)).some((file) => file.endsWith(`-${id}.json`))) return
      const name = `${sent.date.replace(/[-:.]/g, '')}-${id}.json`
      await writeFile(path.join(folder, name), JSON.stringify(sent), { mode: 0o600 })
    },

    async sent() {
      if (delivery === 'in memory') return [...memory]
      const files = await readdir(folder).catch(() => [])
      const newest = files.sort().reverse().slice(0, SHOWN)
      return Promise.all(
        newest.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as SentText),
      )
    },
  }
}
