import { useMutation } from '@tanstack/react-query'
import { UserRoundPen } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { later } from '#core/web/ui/later.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { pictureUrl } from '#features/files/contract.ts'
import { ArtistLink } from '#features/hiring/web/ArtistLink.tsx'
import { INSTRUMENTS } from '#features/projects/contract.ts'
import {
  answerSubstitute,
  type Player,
  type Substitution,
  withdrawSubstitute,
} from '../contract.substitutes.ts'
import type { EventDetail, Performer } from '../contract.ts'
import { substituteTexts } from './texts.ts'

const spoken = texts(substituteTexts, instrumentNames)

const SubstituteDialog = later(async () => (await import('./SubstituteDialog.tsx')).SubstituteDialog)

interface Props {
  event: EventDetail
  performer: Performer
  refreshes: readonly Endpoint[]
  /** As it was read last, without connection: nothing can be said now. */
  isStored: boolean
  as: 'h3' | 'h4'
}

/** Who of a band plays instead of a member who can't: the band proposes, the host answers. */
export function Substitutes({ event, performer, refreshes, isStored, as: Part }: Props) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const isAhead = Date.parse(event.starts_at) > Date.now() && !isStored
  const rows = performer.substitutes
  const name = nameOf(performer.name)
  return (
    <div className="flex flex-col gap-3">
      {rows.length > 0 && (
        <section aria-label={`${t('substitutes.heading')}: ${name}`} className="flex flex-col gap-3">
          <Part className="font-semibold">{t('substitutes.heading')}</Part>
          <ul className="divide-y divide-line rounded-control border border-line">
            {rows.map((row) => (
              <SubstituteRow
                key={row.id}
                row={row}
                event={event}
                refreshes={refreshes}
                canAnswer={isAhead && event.side === 'hunter'}
                canWithdraw={isAhead && performer.owned}
              />
            ))}
          </ul>
        </section>
      )}
      {performer.owned && isAhead && (
        <>
          <Button
            variant="secondary"
            size="sm"
            className="self-start"
            icon={<UserRoundPen aria-hidden />}
            onPress={() => setOpen(true)}
          >
            {t('substitutes.open')}
            <span className="sr-only">: {name}</span>
          </Button>
          <Suspense fallback={null}>
            {isOpen && (
              <SubstituteDialog
                event={event}
                performer={performer}
                refreshes={refreshes}
                onClose={() => setOpen(false)}
              />
            )}
          </Suspense>
        </>
      )}
    </div>
  )
}

const TONES = {
  proposed: 'warn',
  accepted: 'ok',
  rejected: 'neutral',
  unanswered: 'neutral',
  withdrawn: 'neutral',
  released: 'neutral',
} as const

function SubstituteRow({
  row,
  event,
  refreshes,
  canAnswer,
  canWithdraw,
}: {
  row: Substitution
  event: EventDetail
  refreshes: readonly Endpoint[]
  canAnswer: boolean
  canWithdraw: boolean
}) {
  const { t } = useTexts(spoken)
  const { date, time, nameOf } = useFormat()
  const answer = useMutation(tell(answerSubstitute, { refreshes }))
  const withdraw = useMutation(tell(withdrawSubstitute, { refreshes }))
  const params = { id: event.id, substitute: row.id }
  const names = { substitute: nameOf(row.substitute.name), member: nameOf(row.member.name) }
  const what = t('substitutes.proposal', names)
  const until = `${date(row.reply_by, event.zone, 'day')}, ${time(row.reply_by, event.zone)}`
  const isOpen = row.state === 'proposed'
  const failed = (error: Error) => toast.error(error.message)
  const say = (accept: boolean) =>
    answer
      .mutateAsync({ params, body: { accept } })
      .then(() => toast.success(t(accept ? 'substitutes.accepted' : 'substitutes.rejected')), failed)
  return (
    <li className="flex flex-col gap-2 p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold break-words">
          {row.state === 'accepted' ? t('substitutes.plays', names) : what}
        </span>
        <Badge tone={TONES[row.state]}>
          {t(`substitutes.states.${isOpen && event.side === 'hunter' ? 'for_you' : row.state}`)}
        </Badge>
      </p>
      <PlayerLine player={row.member} event={event} />
      <PlayerLine player={row.substitute} event={event} />
      {row.reason && <p className="break-words text-ink-2">“{row.reason}”</p>}
      {isOpen && (
        <p className="text-sm text-ink-2">
          {event.side === 'hunter'
            ? `${t('substitutes.until', { until })} ${t('substitutes.clause')}`
            : t('substitutes.waiting', { until })}
        </p>
      )}
      {isOpen && canAnswer && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" isPending={answer.isPending} onPress={() => say(true)}>
            {t('substitutes.accept')}
            <span className="sr-only">: {what}</span>
          </Button>
          <Button variant="secondary" size="sm" isPending={answer.isPending} onPress={() => say(false)}>
            {t('substitutes.reject')}
            <span className="sr-only">: {what}</span>
          </Button>
        </div>
      )}
      {isOpen && canWithdraw && (
        <Button
          variant="quiet"
          size="sm"
          className="self-start"
          isPending={withdraw.isPending}
          onPress={() =>
            withdraw.mutateAsync({ params }).then(() => toast.success(t('substitutes.withdrawn')), failed)
          }
        >
          {t('substitutes.withdraw')}
          <span className="sr-only">: {what}</span>
        </Button>
      )}
    </li>
  )
}

/** Somebody of the band, with what they play, leading to their profile where there is one. */
function PlayerLine({ player, event }: { player: Player; event: EventDetail }) {
  const { word } = useTexts(spoken)
  const { nameOf } = useFormat()
  const known = (one: string) =>
    (INSTRUMENTS as readonly string[]).includes(one) ? word('business:terms.instruments', one) : one
  const plays = [...new Set([player.function ?? '', ...player.instruments].filter(Boolean).map(known))]
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={nameOf(player.name)} src={pictureUrl(player.profile_image, 'small')} size="sm" />
      <p className="min-w-0 break-words">
        {player.profile_id === null ? (
          nameOf(player.name)
        ) : (
          <ArtistLink project_id={player.profile_id} name={player.name} order={event} />
        )}
        {plays.length > 0 && <span className="text-sm text-ink-2"> · {plays.join(', ')}</span>}
      </p>
    </div>
  )
}
