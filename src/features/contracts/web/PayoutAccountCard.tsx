import { useMutation, useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { listPayoutAccounts, openPayouts, type ProjectPayout } from '../contract.cards.ts'
import { contractCardTexts } from './texts.ts'

const spoken = texts(contractCardTexts)

/** Where what came by card is paid to somebody's projects, and what is missing for it; nothing where cards aren't taken. */
export function PayoutAccountCard({
  project,
  namesProject,
}: {
  project: number | null
  namesProject: boolean
}) {
  const { t } = useTexts(spoken)
  const query = useQuery(ask(listPayoutAccounts, { query: project ? { project } : {} }))
  if (query.isError) return <FormError>{t('contracts.payout_account.error')}</FormError>
  const results = query.data?.results ?? []
  if (results.length === 0) return null
  return (
    <Card title={t('contracts.payout_account.title')}>
      <ul className="flex flex-col gap-5">
        {results.map((one) => (
          <li key={one.project_id}>
            <Payout payout={one} namesProject={namesProject} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Payout({ payout, namesProject }: { payout: ProjectPayout; namesProject: boolean }) {
  const { t } = useTexts(spoken)
  const { money, nameOf } = useFormat()
  const { project_id, project_name, state, missing, sums } = payout
  const open = useMutation(
    tell(openPayouts, { refreshes: [listPayoutAccounts], onTold: ({ url }) => window.location.assign(url) }),
  )
  const what = t(`contracts.payout_account.open_${state}`)
  return (
    <div className="flex flex-col items-start gap-3">
      {namesProject && <p className="text-sm font-medium">{nameOf(project_name)}</p>}
      <p className="text-sm text-ink-2">
        {state === 'incomplete'
          ? t('contracts.payout_account.incomplete', { count: Math.max(1, missing) })
          : t(`contracts.payout_account.${state}`)}
      </p>
      {sums.map(({ currency, waiting, sent }) => (
        <dl key={currency} className="grid w-full grid-cols-2 gap-3">
          {(
            [
              ['waiting', waiting],
              ['sent', sent],
            ] as const
          ).map(([kind, amount]) => (
            <div key={kind}>
              <dt className="text-sm text-ink-2">{t(`contracts.payout_account.${kind}`)}</dt>
              <dd className="font-semibold tabular-nums">{money(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      ))}
      <Button
        variant={state === 'ready' ? 'secondary' : 'primary'}
        icon={<Landmark aria-hidden />}
        aria-label={
          namesProject ? t('contracts.payout_account.open_for', { what, name: nameOf(project_name) }) : what
        }
        isPending={open.isPending || open.isSuccess}
        onPress={() => open.mutate({ params: { id: project_id } })}
      >
        {what}
      </Button>
      <FormError>{open.error?.message}</FormError>
    </div>
  )
}
