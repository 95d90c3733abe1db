import { useMutation, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { CopyField } from '#core/web/ui/CopyField.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import {
  endResultsLink,
  makeResultsLink,
  type NewResultsLink,
  type ResultsLink,
  readResultsLink,
} from '../contract.share.ts'
import { type Results, readResults } from '../contract.ts'
import { isPlayedByMany, isPlayedBySeveral } from '../rules.share.ts'
import { shareTexts } from './texts.ts'

const spoken = texts(shareTexts)

const REFRESHES = [readResultsLink]

/** The link by which anybody reads the results: made, copied once, replaced, taken away. */
export function ShareCard({ order_id }: { order_id: number }) {
  const { t } = useTexts(spoken)
  const state = useQuery(ask(readResultsLink, { params: { id: order_id } }))
  const results = useQuery(ask(readResults, { params: { id: order_id } }))
  // What is read by a link depends on how many have played.
  if (!results.data) return null
  const canHaveMoney = isPlayedByMany(results.data)
  return (
    <Card title={t('results.share.title')}>
      <div className="flex max-w-reading flex-col gap-4">
        <p className="text-ink-2">
          {t('results.share.text')} {t(`results.share.who.${howMany(results.data)}`)}{' '}
          {t('results.share.never')}
        </p>
        <Loaded query={state} waiting={<Skeleton lines={2} />} failed={t('results.share.failed')}>
          {({ link }) => (
            // From one event to another no address goes along.
            <Sharing key={order_id} order_id={order_id} link={link} canHaveMoney={canHaveMoney} />
          )}
        </Loaded>
      </div>
    </Card>
  )
}

const howMany = (results: Results) =>
  isPlayedByMany(results) ? 'many' : isPlayedBySeveral(results) ? 'several' : 'one'

function Sharing({
  order_id,
  link,
  canHaveMoney,
}: {
  order_id: number
  link: ResultsLink | null
  canHaveMoney: boolean
}) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  /** With its address as it was told when it was made: nobody can read it again. */
  const [made, setMade] = useState<NewResultsLink | null>(null)
  // It may have been replaced since, in another window.
  const url = link && made?.link?.created_at === link.created_at ? made.url : null
  /** Of the link that is made next; the one that is there stays as it is. */
  const [wantsMoney, setWantsMoney] = useState(false)
  const with_money = wantsMoney && canHaveMoney
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const make = useMutation(tell(makeResultsLink, { refreshes: REFRESHES, onTold: setMade }))
  const end = useMutation(tell(endResultsLink, { refreshes: REFRESHES, onTold: () => setWantsMoney(false) }))
  const params = { id: order_id }
  const settled = (said?: string) => ({
    onSuccess: () => said && toast.success(said),
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => setAsking(null),
  })
  const makeIt = () => make.mutate({ params, body: { with_money } }, settled())
  const money = (
    <Switch
      value={with_money}
      onChange={setWantsMoney}
      isDisabled={!canHaveMoney}
      description={t(canHaveMoney ? 'results.share.with_money_hint' : 'results.share.few_prices')}
    >
      {t('results.share.with_money')}
    </Switch>
  )
  return (
    <>
      {link && (
        <p className="flex items-start gap-2">
          <Link2 aria-hidden className="mt-1 size-4 shrink-0 text-ok" />
          <span>
            <span className="font-semibold text-ok">
              {t('results.share.active', {
                date: date(link.created_at, undefined, 'long'),
                time: time(link.created_at),
              })}
            </span>{' '}
            {t(link.with_money && canHaveMoney ? 'results.share.has_money' : 'results.share.no_money')}
          </span>
        </p>
      )}
      {link &&
        (url ? (
          <CopyField
            label={t('results.share.address')}
            value={url}
            said={{
              copy: t('results.share.copy'),
              copied: t('results.share.copied'),
              notCopied: t('results.share.not_copied'),
            }}
          >
            <span role="status">{t('results.share.once')}</span>
          </CopyField>
        ) : (
          <p className="text-sm text-ink-2">{t('results.share.lost')}</p>
        ))}
      {!link && money}
      <div className="flex flex-wrap gap-2">
        {link ? (
          <>
            <Button
              variant="secondary"
              onPress={() => {
                setWantsMoney(link.with_money)
                setAsking('renew')
              }}
            >
              {t('results.share.renew')}
            </Button>
            <Button variant="quiet" onPress={() => setAsking('end')}>
              {t('results.share.end')}
            </Button>
          </>
        ) : (
          <Button isPending={make.isPending} onPress={makeIt}>
            {t('results.share.make')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        title={t('results.share.renew_title')}
        confirmLabel={t('results.share.renew')}
        cancelLabel={t('results.share.cancel')}
        isOpen={asking === 'renew'}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        isPending={make.isPending}
        isDangerous
        onConfirm={makeIt}
      >
        <p className="mb-3">{t('results.share.renew_text')}</p>
        {money}
      </ConfirmDialog>
      <ConfirmDialog
        title={t('results.share.end_title')}
        confirmLabel={t('results.share.end')}
        cancelLabel={t('results.share.cancel')}
        isOpen={asking === 'end'}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        isPending={end.isPending}
        isDangerous
        onConfirm={() => end.mutate({ params }, settled(t('results.share.ended')))}
      >
        {t('results.share.end_text')}
      </ConfirmDialog>
    </>
  )
}
