import type { Person } from '#app/server/testing.ts'
import { providing } from '#features/payments/provider.fixture.ts'
import { startStripe } from '#features/payments/stripe.fixture.ts'
import type { Agreement, AgreementPayment } from './contract.ts'
import { agreementScene, own } from './scene.fixture.ts'

/** An agreement's scene where cards are taken, by a Stripe of its own. */
export async function cardScene({ env = {}, ...more }: { max?: number; env?: Record<string, string> } = {}) {
  const stripe = await startStripe()
  const scene = await agreementScene({ env: { ...stripe.env, ...env }, ...more })
  const { t, hunter } = scene
  const provider = providing(t, stripe)

  const path = ({ id }: Pick<Agreement, 'id'>, kind: string) => `/api/contracts/${id}/payments/${kind}/card/`
  const read = async (person: Pick<Person, 'get'>, { id }: Pick<Agreement, 'id'>): Promise<Agreement> =>
    (await person.get(`/api/contracts/${id}/`)).body

  return {
    ...scene,
    stripe,
    call: provider.call,
    deliver: provider.deliver,
    path,
    read,
    of: (agreement: Agreement, kind: AgreementPayment['kind']) =>
      agreement.payments.find((one) => one.kind === kind),

    /** The page of a payment at the provider. */
    async begin(agreement: Agreement, kind: 'deposit' | 'balance' = 'deposit'): Promise<string> {
      return provider.beginAt(hunter, path(agreement, kind))
    },

    /** Paid by card, and told. */
    async payByCard(agreement: Agreement, kind: 'deposit' | 'balance' = 'deposit') {
      stripe.pay(await this.begin(agreement, kind))
      await this.deliver()
    },

    /** A project's account at the provider, with all that was missing. */
    readyAccount: (person: Person) => provider.readyAccount(person, own(person)),

    /** What the books say of an agreement, by account. */
    booked: ({ id }: Pick<Agreement, 'id'>) => provider.booked(`contract:${id}`),

    async close() {
      await t.close()
      await stripe.stop()
    },
  }
}
