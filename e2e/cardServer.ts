import { test as base, type Page } from '@playwright/test'
import { type FakeStripe, startStripe } from '#features/payments/stripe.fixture.ts'
import { productionServer } from '../scripts/productionServer.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'
import { SETTINGS } from './settings.ts'
import { wordsOf } from './words.ts'

/* A server where cards are taken, by a Stripe on this machine. */

export const EXPIRED = '4000000000000069'
export const GOOD = '4242424242424242'

/** A server of its own where cards are taken, for all of these. */
export const test = base.extend<object, { there: { address: string; stripe: FakeStripe } }>({
  there: [
    async ({ browserName: _ }, give) => {
      const { folder, remove } = temporaryFolder('cards')
      const at = { port: 0 }
      const stripe = await startStripe({ hook: () => `http://127.0.0.1:${at.port}/api/webhooks/stripe/` })
      const start = () => productionServer(folder, { ...SETTINGS, PUBLIC_URL: '', ...stripe.env })
      // The first start makes a database; where a busy machine takes too long for that, the next one goes on with it.
      const server = await start().catch(start)
      at.port = server.port
      await give({ address: `http://localhost:${server.port}`, stripe })
      await server.stop()
      await stripe.stop()
      remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ there }, give) => give(there.address),
})

/** Types a card into the page that stands for Stripe's. */
export async function typeCard(page: Page, card: string) {
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

/** Each walk is once: one side of it in Spanish on a phone, the other in English on a wide screen. */
export const PHONE = { language: 'es', width: 390 } as const
export const WIDE = { language: 'en', width: 1280 } as const
export type Look = typeof PHONE | typeof WIDE

/** What somebody who looks so reads of an agreement's money. */
export const wordsFor = ({ language }: Look) => {
  const w = wordsOf(language)
  return {
    w,
    c: (key: string, values = {}) => w.t(`business:contracts.${key}`, values),
    p: (key: string, values = {}) => w.t(`business:payments.card.${key}`, values),
  }
}

/** Keeps a picture of the whole page with the run. */
export const keep = (page: Page, name: string, { language, width }: Look) =>
  page.screenshot({ path: test.info().outputPath(`${name}-${language}-${width}.png`), fullPage: true })
