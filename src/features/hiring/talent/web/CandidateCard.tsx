import { clsx } from 'clsx'
import { Check, Heart, MapPin, Plus, Sparkles, Star, Volume2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { NameCover } from '#core/web/ui/NameCover.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { ArtistLink } from '#features/hiring/web/ArtistLink.tsx'
import { Level } from '#features/hiring/web/Level.tsx'
import { useSentence } from '#features/hiring/web/sentences.ts'
import { talentTexts } from '#features/hiring/web/texts.ts'
import { HearButton } from '#features/media/web/HearButton.tsx'
import { RecordLine } from '#features/projects/web/RecordLine.tsx'
import { CheckList } from '#features/verification/web/CheckList.tsx'
import type { Candidate } from '../contract.ts'
import { REQUEST_TONES } from './requestTone.ts'

const spoken = texts(talentTexts)

/** Somebody who could play the slot: who, for how much, how far, how well they fit and why. */
export function CandidateCard({
  order,
  candidate,
  currency,
  isPicked,
  isCompared,
  canPick,
  onPick,
  onCompare,
}: {
  order: Order
  candidate: Candidate
  currency: string
  isPicked: boolean
  isCompared: boolean
  canPick: boolean
  onPick: (isPicked: boolean) => void
  onCompare: (isCompared: boolean) => void
}) {
  const { t } = useTexts(spoken)
  const say = useSentence()
  const { money, number, nameOf } = useFormat()
  const name = nameOf(candidate.name)
  const [isOpen, setOpen] = useState(false)
  const best = [...candidate.parts].sort((a, b) => b.points / b.max - a.points / a.max)
  return (
    <article
      aria-label={name}
      className={clsx(
        'flex min-w-0 flex-col overflow-hidden rounded-card border bg-surface',
        isPicked ? 'border-accent inset-ring inset-ring-accent' : 'border-line',
      )}
    >
      <div className="relative h-28 bg-noche-900">
        {candidate.profile_image ? (
          <img
            src={candidate.profile_image}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        ) : (
          <NameCover name={name} className="max-w-[62%] text-xl" />
        )}
        <span className="absolute top-3 left-3 flex flex-wrap gap-1.5">
          {candidate.chosen && (
            <Badge tone="spot" icon={<Sparkles aria-hidden />}>
              {t('order.talent.line_up')}
            </Badge>
          )}
          {candidate.preferred && (
            <Badge tone="spot" icon={<Heart aria-hidden />}>
              {t('order.talent.preferred')}
            </Badge>
          )}
        </span>
        {candidate.has_sound && (
          <HearButton project={{ id: candidate.project_id, name }} className="absolute top-3 right-3" />
        )}
        <span className="absolute right-3 bottom-3 rounded-chip bg-noche-950/85 px-2 py-1 text-noche-50">
          <span className="font-display wide-110 text-2xl leading-none text-foco-400 tabular-nums">
            {candidate.fit}
          </span>
          <span className="ml-1 text-xs">{t('order.talent.fit')}</span>
        </span>
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 className="text-lg leading-snug font-semibold wrap-anywhere">
              <ArtistLink project_id={candidate.project_id} name={candidate.name} order={order} />
            </h3>
            <p className="text-sm wrap-anywhere text-ink-2">{candidate.service_title}</p>
          </div>
          <p className="text-right">
            <span className="block text-lg font-bold tabular-nums">{money(candidate.price, currency)}</span>
          </p>
        </div>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
          <li className="flex items-center gap-1">
            <MapPin aria-hidden className="size-4" />
            {[candidate.city, t('order.talent.km', { km: number(Math.round(candidate.distance_km)) })]
              .filter(Boolean)
              .join(' · ')}
          </li>
          <li className="flex items-center gap-1">
            <Star aria-hidden className="size-4" />
            {candidate.rating === null
              ? t('order.talent.no_rating')
              : t('order.talent.rating', {
                  rating: number(candidate.rating, { maximumFractionDigits: 1 }),
                  count: candidate.rating_count,
                })}
          </li>
          {candidate.includes_sound && (
            <li className="flex items-center gap-1">
              <Volume2 aria-hidden className="size-4" />
              {t('order.talent.brings_sound')}
            </li>
          )}
        </ul>
        <div className="flex flex-col gap-1">
          <RecordLine of={candidate} />
          <CheckList checks={candidate.checks} isBand={candidate.project_type === 'GROUP'} />
        </div>
        <ul className="grid gap-1 text-sm">
          {best.slice(0, 2).map((part) => (
            <li key={part.name} className="flex gap-1.5">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
              {say(part.reason)}
            </li>
          ))}
        </ul>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-h-11 self-start text-sm font-semibold text-accent sm:min-h-6"
        >
          {t(isOpen ? 'order.talent.hide_parts' : 'order.talent.show_parts')}
          <span className="sr-only">: {name}</span>
        </button>
        {isOpen && (
          <dl className="grid gap-2.5 border-t border-line pt-3 text-sm">
            {candidate.parts.map((part) => (
              <div key={part.name} className="grid grid-cols-[minmax(0,1fr)_5rem_auto] items-center gap-x-3">
                <dt className="font-semibold">{t(`order.talent.parts.${part.name}`)}</dt>
                <dd className="contents">
                  <Level share={part.points / part.max} lamps={5} className="h-2" />
                  <span className="text-right text-ink-2 tabular-nums">
                    {part.points}/{part.max}
                  </span>
                  <span className="col-span-full text-ink-2">{say(part.reason)}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-3">
          {candidate.request ? (
            <Badge tone={REQUEST_TONES[candidate.request.status]}>
              {t(`order.talent.statuses.${candidate.request.status}`)}
            </Badge>
          ) : !candidate.free ? (
            <Badge tone="neutral">{t('order.talent.not_free')}</Badge>
          ) : canPick ? (
            <Button
              size="sm"
              variant={isPicked ? 'primary' : 'secondary'}
              aria-pressed={isPicked}
              icon={isPicked ? <Check aria-hidden /> : <Plus aria-hidden />}
              onPress={() => onPick(!isPicked)}
            >
              {t(isPicked ? 'order.talent.picked' : 'order.talent.pick')}
              <span className="sr-only">: {name}</span>
            </Button>
          ) : (
            <span />
          )}
          <Checkbox value={isCompared} onChange={onCompare}>
            <span className="text-sm">
              {t('order.talent.compare')}
              <span className="sr-only"> {name}</span>
            </span>
          </Checkbox>
        </div>
      </div>
    </article>
  )
}
