import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { ask, refresh, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { ArtistLink } from '#features/hiring/web/ArtistLink.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { useNews } from '#features/notifications/web/news.ts'
import {
  acceptRisk,
  askBackup,
  type Backup,
  type ContingencyPlan,
  type CriticalMoment,
  readContingency,
} from '../contract.backups.ts'
import type { EventDetail } from '../contract.ts'
import { COUNTING } from '../rules.backups.ts'
import { backupTexts } from './texts.ts'

const spoken = texts(backupTexts)

const REFRESHES = [readContingency]

/** Who stands by for what an event can't do without: the host asks, or goes without. */
export function BackupsCard({ event, as }: { event: EventDetail; as: 'h2' | 'h3' }) {
  const { t } = useTexts(spoken)
  const client = useQueryClient()
  const plan = useQuery({
    ...ask(readContingency, { params: { id: event.id } }),
    // Ranking takes a moment after the event was confirmed.
    refetchInterval: ({ state }) => (state.data?.pending ? 10_000 : false),
  })
  useNews(() => void refresh(client, REFRESHES))
  // While nobody is agreed for what it needs, somebody has to be found who plays it, not who stands by.
  if (plan.data?.moments.length === 0) return null
  return (
    <Card
      title={t('backups.title')}
      as={as}
      action={
        plan.data?.ready && (
          <Badge tone="ok" icon={<ShieldCheck aria-hidden />}>
            {t('backups.ready')}
          </Badge>
        )
      }
    >
      <p className="max-w-reading text-ink-2">{t('backups.text')}</p>
      <Loaded query={plan} waiting={<Skeleton lines={4} />} failed={t('backups.error')}>
        {(data) => (
          <ul className="mt-4 flex flex-col gap-6">
            {data.moments.map((moment) => (
              <li key={moment.slot_id}>
                <CriticalPart event={event} moment={moment} plan={data} as={as === 'h2' ? 'h3' : 'h4'} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function CriticalPart({
  event,
  moment,
  plan,
  as: Part,
}: {
  event: EventDetail
  moment: CriticalMoment
  plan: ContingencyPlan
  as: 'h3' | 'h4'
}) {
  const { t } = useTexts(spoken)
  const { time, date } = useFormat()
  const words = useWords()
  const accept = useMutation(tell(acceptRisk, { refreshes: REFRESHES }))
  const name = moment.title ?? words.intent(moment.intent)
  const hasBackup = moment.backups.some(({ state }) => COUNTING.some((one) => one === state))
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Part className="font-semibold">{name}</Part>
        <span className="text-sm text-ink-2 tabular-nums">
          {time(moment.starts_at, event.zone)}–{time(moment.ends_at, event.zone)}
        </span>
      </header>
      {moment.backups.length > 0 ? (
        <ul className="divide-y divide-line rounded-control border border-line">
          {moment.backups.map((backup) => (
            <BackupRow key={backup.id} event={event} backup={backup} moment={name} currency={plan.currency} />
          ))}
        </ul>
      ) : (
        <p className="rounded-control bg-surface-2 px-4 py-3 text-ink-2">
          {t(plan.pending ? 'backups.pending' : 'backups.none')}
        </p>
      )}
      {moment.risk_accepted_at ? (
        <p className="text-sm text-ink-2">
          {t('backups.risk_accepted', { date: date(moment.risk_accepted_at, event.zone) })}
        </p>
      ) : (
        !hasBackup &&
        !plan.pending && (
          <Button
            variant="quiet"
            size="sm"
            className="self-start"
            isPending={accept.isPending}
            onPress={() =>
              accept
                .mutateAsync({ params: { id: event.id }, body: { slot_id: moment.slot_id } })
                .catch((error: Error) => toast.error(error.message))
            }
          >
            {t('backups.accept_risk')}
            <span className="sr-only">: {name}</span>
          </Button>
        )
      )}
    </section>
  )
}

function BackupRow({
  event,
  backup,
  moment,
  currency,
}: {
  event: EventDetail
  backup: Backup
  moment: string
  currency: ContingencyPlan['currency']
}) {
  const { t } = useTexts(spoken)
  const { money, nameOf } = useFormat()
  const name = nameOf(backup.name)
  const { difference, state } = backup
  const send = useMutation(
    tell(askBackup, { refreshes: REFRESHES, onTold: () => void toast.success(t('backups.sent', { name })) }),
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={name} src={backup.profile_image} size="sm" />
        <div className="min-w-0">
          <p className="font-semibold">
            <ArtistLink project_id={backup.project_id} name={backup.name} order={event} />
          </p>
          <p className="text-sm text-ink-2 tabular-nums">
            {[
              t('backups.fit', { fit: backup.fit }),
              money(backup.price, currency),
              difference === 0
                ? t('backups.same')
                : t(difference > 0 ? 'backups.more' : 'backups.less', {
                    amount: money(Math.abs(difference), currency),
                  }),
            ].join(' · ')}
          </p>
        </div>
      </div>
      {state === 'ranked' ? (
        <Button
          variant="secondary"
          size="sm"
          isPending={send.isPending}
          onPress={() =>
            send
              .mutateAsync({ params: { id: event.id, backup: backup.id } })
              .catch((error: Error) => toast.error(error.message))
          }
        >
          {t('backups.ask')}
          <span className="sr-only">
            : {name}, {moment}
          </span>
        </Button>
      ) : (
        <Badge tone={state === 'standing' ? 'ok' : state === 'asked' ? 'warn' : 'neutral'}>
          {t(`backups.states.${state}`)}
        </Badge>
      )}
    </li>
  )
}
