import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Avatar } from '#core/web/ui/Avatar.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ArtistLink } from '#features/hiring/web/ArtistLink.tsx'
import { askReplacement, type Replacement, type Replacements } from '../contract.replacing.ts'
import type { EventDetail } from '../contract.ts'
import { replacingTexts } from './texts.ts'

const spoken = texts(replacingTexts)

/** Somebody who could play a lost moment: how well they fit, what they ask against what was agreed, and asking them. */
export function ReplacementRow({
  event,
  slot_id,
  moment,
  candidate,
  currency,
  refreshes,
}: {
  event: EventDetail
  slot_id: number
  /** What the moment is called. */
  moment: string
  candidate: Replacement
  currency: Replacements['currency']
  refreshes: readonly Endpoint[]
}) {
  const { t } = useTexts(spoken)
  const { money, number, nameOf } = useFormat()
  const name = nameOf(candidate.name)
  const send = useMutation(
    tell(askReplacement, {
      refreshes,
      onTold: () => {
        toast.success(t('replacing.sent', { name }))
      },
    }),
  )
  const { difference } = candidate
  return (
    <li className="grid items-center gap-x-4 gap-y-3 p-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="flex min-w-0 items-start gap-3">
        <Avatar name={name} src={candidate.profile_image} size="md" />
        <div className="min-w-0">
          <p className="font-semibold">
            <ArtistLink project_id={candidate.project_id} name={candidate.name} order={event} />
          </p>
          <p className="text-sm text-ink-2">
            {[
              candidate.service_title,
              t('replacing.fit', { fit: candidate.fit }),
              t('replacing.distance', { km: number(candidate.distance_km, { maximumFractionDigits: 0 }) }),
            ].join(' · ')}
          </p>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
            {candidate.stands_by && <Badge tone="ok">{t('replacing.stands_by')}</Badge>}
            <Badge tone={candidate.suits ? 'ok' : 'neutral'}>
              {t(candidate.suits ? 'replacing.suits' : 'replacing.suits_less')}
            </Badge>
            <span className="inline-flex items-center gap-1 text-ink-2">
              <Star aria-hidden className="size-4 text-foco-600" />
              {candidate.rating === null
                ? t('replacing.new')
                : number(candidate.rating, { maximumFractionDigits: 1 })}
            </span>
          </p>
        </div>
      </div>
      <p className="sm:text-right">
        <span className="font-semibold tabular-nums">{money(candidate.price, currency)}</span>{' '}
        <span className={`block text-sm ${difference > 0 ? 'text-warn' : 'text-ok'}`}>
          {difference === 0
            ? t('replacing.same')
            : t(difference > 0 ? 'replacing.more' : 'replacing.less', {
                amount: money(Math.abs(difference), currency),
              })}
        </span>
      </p>
      <Button
        className="max-sm:w-full"
        isPending={send.isPending}
        onPress={() =>
          send
            .mutateAsync({
              params: { id: event.id },
              body: { project_id: candidate.project_id, slot_ids: [slot_id] },
            })
            .catch((error: Error) => toast.error(error.message))
        }
      >
        {t('replacing.ask')}
        <span className="sr-only">
          : {name}, {moment}
        </span>
      </Button>
    </li>
  )
}
