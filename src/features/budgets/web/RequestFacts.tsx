import { Ban, CalendarDays, Guitar, MapPin, Music2, Plug, Target, Users, Volume2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { StagePanel } from '#core/web/ui/StagePanel.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { withoutFee } from '#features/plans/rules.fee.ts'
import { CheckList } from '#features/verification/web/CheckList.tsx'
import type { MusicianRequest } from '../contract.ts'
import { inQuestion } from '../rules.question.ts'
import { requestTexts } from './texts.ts'

const spoken = texts(requestTexts)

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="relative pl-7">
      <dt className="text-sm text-ink-2">
        <span aria-hidden className="absolute top-0.5 left-0 text-ink-3 [&>svg]:size-4.5">
          {icon}
        </span>
        {name}
      </dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** The event as a musician may know it before anything is signed: what, when, about where, for how many. */
export function RequestFacts({ request }: { request: MusicianRequest }) {
  const { t } = useTexts(spoken)
  const { date, time, money, number, list, nameOf } = useFormat()
  const words = useWords()
  const { event, hunter } = request
  const moments = inQuestion(request.moments)
  const [first] = moments
  const last = moments.at(-1)
  // Of several the list says it, one by one.
  const slot = request.moments.length === 1 ? first : undefined
  const planned = moments.reduce<number | null>(
    (sum, { cost }) => (sum === null || cost === null ? null : sum + cost),
    0,
  )
  const title = [words.type(event.type), event.city].filter(Boolean).join(' · ')
  const yesNo = (value: boolean | null) =>
    value === null ? t('budgets.facts.unknown') : t(value ? 'budgets.facts.yes' : 'budgets.facts.no')
  return (
    <div className="flex flex-col gap-5">
      <StagePanel seed={title} bars={18}>
        <p className="text-sm font-semibold text-foco-300">
          {[t('budgets.facts.from_hunter', { name: nameOf(hunter.first_name) }), hunter.city]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <CheckList checks={hunter.checks} className="mt-1" />
        <h2 className="mt-1 font-display text-2xl wide-110 sm:text-3xl">{title}</h2>
        <p className="mt-2 flex items-center gap-2 text-ink-2">
          <CalendarDays aria-hidden className="size-4.5 shrink-0" />
          <span className="first-letter:uppercase">
            {date(event.starts_at, event.zone, 'full')}
            {first && last && `, ${time(first.starts_at, event.zone)}–${time(last.ends_at, event.zone)}`}
          </span>
        </p>
        {planned !== null && first && (
          <>
            <p className="mt-5 text-sm text-ink-2">{t('budgets.facts.planned', { count: moments.length })}</p>
            <p className="figure">{money(planned, first.currency)}</p>
            {request.fee_pct !== null && request.status === 'asked' && (
              <p className="mt-2 text-sm text-ink-2">
                {t('budgets.facts.fee', {
                  pct: request.fee_pct,
                  price: money(planned, first.currency),
                  rest: money(withoutFee(planned, request.fee_pct), first.currency),
                })}
              </p>
            )}
          </>
        )}
      </StagePanel>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-3">
        {slot && (
          <>
            <Fact icon={<Music2 />} name={t('budgets.facts.moment')}>
              {slot.title ?? words.intent(slot.intent)} · {words.genre(slot.genre)}
            </Fact>
            {slot.format && (
              <Fact icon={<Guitar />} name={t('budgets.facts.format')}>
                {words.lineUp(slot.format)}
              </Fact>
            )}
            <Fact icon={<Volume2 />} name={t('budgets.facts.energy')}>
              <span className="inline-flex items-center gap-2">
                <span aria-hidden className="flex items-end gap-1">
                  {[1, 2, 3, 4, 5].map((level) => (
                    <span
                      key={level}
                      className={`w-1.5 rounded-full ${level <= slot.energy ? 'bg-primary' : 'bg-line'}`}
                      style={{ height: 5 + level * 2.5 }}
                    />
                  ))}
                </span>
                {t('budgets.facts.energy_of', { n: slot.energy })}
              </span>
            </Fact>
          </>
        )}
        {event.guests !== null && (
          <Fact icon={<Users />} name={t('budgets.facts.guests')}>
            {number(event.guests)}
          </Fact>
        )}
        {event.setting && (
          <Fact icon={<MapPin />} name={t('budgets.facts.setting')}>
            {t(`budgets.settings.${event.setting}`)}
          </Fact>
        )}
        {event.objective && (
          <Fact icon={<Target />} name={t('budgets.facts.objective')}>
            {t(`budgets.objectives.${event.objective}`)}
          </Fact>
        )}
        <Fact icon={<Plug />} name={t('budgets.facts.sound')}>
          {yesNo(event.sound_available)}
        </Fact>
        <Fact icon={<Plug />} name={t('budgets.facts.power')}>
          {yesNo(event.power_available)}
        </Fact>
        {event.genres_forbidden.length > 0 && (
          <Fact icon={<Ban />} name={t('budgets.facts.forbidden')}>
            {list(event.genres_forbidden.map(words.genre))}
          </Fact>
        )}
      </dl>
      {event.message && (
        <blockquote className="border-l-4 border-foco-400 py-1 pl-4 whitespace-pre-line text-ink-2">
          {event.message}
        </blockquote>
      )}
    </div>
  )
}
