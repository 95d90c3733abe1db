import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Crown, X } from 'lucide-react'
import { ask, refresh, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { answerTransfer, listTransfers, type Transfer } from '../contract.transfer.ts'
import { listProjects, readProfile, readProject } from '../contract.ts'
import { refreshProfile } from './profile.ts'
import { transferTexts } from './texts.ts'

const spoken = texts(transferTexts)

/** Bands that are offered to whoever reads this; nothing without any. */
export function BandOffers() {
  const { t } = useTexts(spoken)
  const { data } = useQuery(ask(listTransfers))
  const offers = data?.results ?? []
  if (offers.length === 0) return null
  return (
    <section aria-label={t('transfers.title')} className="flex flex-col gap-4">
      {offers.map((offer) => (
        <Offer key={offer.id} offer={offer} />
      ))}
    </section>
  )
}

function Offer({ offer }: { offer: Transfer }) {
  const { t } = useTexts(spoken)
  const values = { band_name: offer.band_name, person_name: offer.from.name }
  const answer = useMutation({
    ...tell(answerTransfer),
    onSuccess: async (_reply, { body }, _result, { client }) => {
      toast.success(t(body?.action === 'accept' ? 'transfers.accepted' : 'transfers.declined', values))
      await Promise.all([
        refresh(client, [listTransfers, listProjects, readProject, readProfile]),
        refreshProfile(),
      ])
    },
    onError: async (error, _input, _result, { client }) => {
      toast.error(error.message)
      await refresh(client, [listTransfers])
    },
  })
  const action = answer.isPending || answer.isSuccess ? answer.variables?.body?.action : undefined
  const send = (action: 'accept' | 'decline') =>
    answer.mutate({ params: { id: offer.project_id }, body: { action } })
  return (
    <article className="rounded-card border border-line bg-surface p-5">
      <h2 className="title-card flex items-center gap-2 break-words">
        <Crown aria-hidden className="size-5 shrink-0 text-accent" />
        {t('transfers.offer', values)}
      </h2>
      <p className="mt-1 text-ink-2">{t('transfers.text', values)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          icon={<Check aria-hidden />}
          isPending={action === 'accept'}
          isDisabled={action !== undefined}
          onPress={() => send('accept')}
        >
          {t('transfers.accept')}
        </Button>
        <Button
          variant="secondary"
          icon={<X aria-hidden />}
          isPending={action === 'decline'}
          isDisabled={action !== undefined}
          onPress={() => send('decline')}
        >
          {t('transfers.decline')}
        </Button>
      </div>
    </article>
  )
}
