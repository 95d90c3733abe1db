import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Copy, Link2 } from 'lucide-react'
import { useId, useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { controlClass } from '#core/web/ui/fieldStyle.ts'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { useFocusStays } from '#core/web/ui/useFocusStays.ts'
import { endResultsLink, makeResultsLink, type ResultsLink, readResultsLink } from '../contract.share.ts'
import { readResults } from '../contract.ts'
import { isPlayedBySeveral } from '../rules.share.ts'
import { shareTexts } from './texts.ts'

const spoken = texts(shareTexts)

const REFRESHES = [readResultsLink]

/** The link by which anybody reads the results: made, copied once, replaced, taken away. */
export function ShareCard({ order_id }: { order_id: number }) {
  const { t } = useTexts(spoken)
  const place = useFocusStays<HTMLDivElement>()
  const state = useQuery(ask(readResultsLink, { params: { id: order_id } }))
  const results = useQuery(ask(readResults, { params: { id: order_id } }))
  // Sums can be offered once it is known that they are nobody's price.
  if (!results.data) return null
  return (
    <Card title={t('results.share.title')}>
      <div ref={place} tabIndex={-1} className="flex max-w-reading flex-col gap-4 outline-none">
        <p className="text-ink-2">{t('results.share.text')}</p>
        <Loaded query={state} waiting={<Skeleton lines={2} />} failed={t('results.share.failed')}>
          {({ link }) => (
            <Sharing order_id={order_id} link={link} canHaveMoney={isPlayedBySeveral(results.data)} />
          )}
        </Loaded>
      </div>
    </Card>
  )
}

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
  /** As it was told when it was made: nobody can read it again. */
  const [url, setUrl] = useState<string | null>(null)
  const [with_money, setWithMoney] = useState(link?.with_money ?? false)
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const make = useMutation(
    tell(makeResultsLink, { refreshes: REFRESHES, onTold: (made) => setUrl(made.url) }),
  )
  const end = useMutation(tell(endResultsLink, { refreshes: REFRESHES, onTold: () => setUrl(null) }))
  const params = { id: order_id }
  const settled = (said?: string) => ({
    onSuccess: () => said && toast.success(said),
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => setAsking(null),
  })
  const makeIt = () => make.mutate({ params, body: { with_money } }, settled())
  return (
    <>
      {link && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone="ok" icon={<Link2 aria-hidden />}>
            {t('results.share.active', {
              date: date(link.created_at, undefined, 'long'),
              time: time(link.created_at),
            })}
          </Badge>
          <span className="text-sm text-ink-2">
            {t(link.with_money ? 'results.share.has_money' : 'results.share.no_money')}
          </span>
        </div>
      )}
      {link &&
        (url ? <Address url={url} /> : <p className="text-sm text-ink-2">{t('results.share.lost')}</p>)}
      <Switch
        value={with_money && canHaveMoney}
        onChange={setWithMoney}
        isDisabled={!canHaveMoney}
        description={t(canHaveMoney ? 'results.share.with_money_hint' : 'results.share.one_price')}
      >
        {t('results.share.with_money')}
      </Switch>
      <div className="flex flex-wrap gap-2">
        {link ? (
          <>
            <Button variant="secondary" onPress={() => setAsking('renew')}>
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
        {t('results.share.renew_text')}
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

function Address({ url }: { url: string }) {
  const { t } = useTexts(spoken)
  const id = useId()
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success(t('results.share.copied')),
      () => toast.error(t('results.share.not_copied')),
    )
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {t('results.share.address')}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          readOnly
          value={url}
          aria-describedby={`${id}-once`}
          onFocus={(event) => event.target.select()}
          className={clsx(controlClass, 'flex-1 basis-52 font-mono text-sm')}
        />
        <Button variant="secondary" icon={<Copy aria-hidden />} onPress={() => void copy()}>
          {t('results.share.copy')}
        </Button>
      </div>
      <p id={`${id}-once`} role="status" className="mt-1.5 text-sm text-ink-2">
        {t('results.share.once')}
      </p>
    </div>
  )
}
