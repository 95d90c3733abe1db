import { type CDPSession, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Words } from './words.ts'

/* Second factors in the browser: a device that makes passkeys, an app that makes codes, and setting one up when asked. */

export type Device = { client: CDPSession; authenticatorId: string }

/** A device that makes passkeys and asks nobody's finger, in the browser's place. */
export async function device(page: Page): Promise<Device> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { client, authenticatorId }
}

/** Brings one's passkeys to another device, in place of what that had. */
export async function bring(from: Device, to: Device): Promise<void> {
  const { credentials } = await from.client.send('WebAuthn.getCredentials', {
    authenticatorId: from.authenticatorId,
  })
  await to.client.send('WebAuthn.clearCredentials', { authenticatorId: to.authenticatorId })
  for (const credential of credentials)
    await to.client.send('WebAuthn.addCredential', { authenticatorId: to.authenticatorId, credential })
}

/** What an app shows, so many half minutes from now: each code works once, so a test uses later ones. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Sets an app up in the dialog that is open. @returns one of the codes that somebody signs in with who hasn't got it with them */
export async function activate(page: Page, { t }: Words): Promise<string> {
  const f = (key: string) => t(`auth:factors.${key}`)
  const app = page.getByRole('dialog', { name: f('setup_title') })
  const secret = ((await app.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await app.getByLabel(f('setup_code')).fill(codeOf(secret))
  await app.getByRole('button', { name: f('setup_confirm') }).click()
  return keepCodes(page, { t })
}

async function keepCodes(page: Page, { t }: Pick<Words, 't'>): Promise<string> {
  const codes = page.getByRole('dialog', { name: t('auth:factors.codes_title') })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const code = ((await codes.getByRole('listitem').first().textContent()) ?? '').trim()
  await codes
    .getByRole('button', { name: t('auth:factors.codes_kept') })
    .last()
    .click()
  await expect(codes).toBeHidden()
  return code
}

/**
 * Sets one up where what somebody does is for accounts that have one; what they did then goes on.
 * @returns one of the codes that somebody signs in with who hasn't got it with them
 */
export async function setUpWhereAsked(page: Page, words: Words, by: 'passkey' | 'app'): Promise<string> {
  const f = (key: string) => words.t(`auth:factors.${key}`)
  const dialog = page.getByRole('dialog', { name: f('needed_title') })
  if (by === 'app') {
    await dialog.getByRole('button', { name: f('totp_start') }).click()
    return activate(page, words)
  }
  await device(page)
  await dialog.getByRole('button', { name: f('passkey_add') }).click()
  return keepCodes(page, words)
}
