import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { ask } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { later, useAhead } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { talentTexts } from '#features/hiring/web/texts.ts'
import { useOrder } from '#features/hiring/web/useOrder.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { type CandidateSlot, readCandidates } from '../contract.ts'
import { CandidateCard } from './CandidateCard.tsx'
import { LineUpSum, type Picks } from './LineUpSum.tsx'
import { SlotNav } from './SlotNav.tsx'

const spoken = texts(talentTexts)

const CompareTalent = later(async () => (await import('./CompareTalent.tsx')).CompareTalent)
const ScoutDialog = later(async () => (await import('./ScoutDialog.tsx')).ScoutDialog)

/** What is opened from here, and works without a connection. */
const OPENED = [CompareTalent, ScoutDialog]

/** Candidates shown before somebody asks for the rest. */
const FIRST = 6

/** What is chosen before anybody has clicked: the line-up over all slots, and whom the hunter came for. */
function preselected(slots: readonly CandidateSlot[]): Picks {
  return new Map(
    slots.map((slot) => [
      slot.slot_id,
      new Set(
        slot.covered
          ? []
          : slot.candidates.filter((one) => one.chosen || one.preferred).map((one) => one.project_id),
      ),
    ]),
  )
}

interface Props {
  order: Order
  onSent: () => void
}

/** Ranked talent for each slot: look, compare, shortlist, ask. */
export function TalentPanel(props: Props) {
  const { t } = useTexts(spoken)
  const query = useQuery(ask(readCandidates, { params: { id: props.order.id } }))
  return (
    <Loaded
      query={query}
      waiting={
        <div className="grid gap-5 lg:grid-cols-[17rem_1fr]">
          <Skeleton className="h-64" />
          <div className="grid gap-5 sm:grid-cols-2">
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        </div>
      }
      failed={t('order.talent.load_failed')}
      isEmpty={({ slots }) => slots.length === 0}
      empty={<EmptyState title={t('order.talent.no_slots')}>{t('order.talent.no_slots_text')}</EmptyState>}
    >
      {(data) => <Shortlist {...props} data={data} />}
    </Loaded>
  )
}

function Shortlist({ order, onSent, data }: Props & { data: ReplyOf<typeof readCandidates> }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { money, time } = useFormat()
  const { can } = useOrder(order)
  useAhead(OPENED)
  const [changed, setChanged] = useState<Picks | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  const [compared, setCompared] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState<number | null>(null)
  const [isComparing, setComparing] = useState(false)
  const [isAsking, setAsking] = useState(false)

  const canAsk = can('scout')
  const slots = data.slots
  // Whoever was asked meanwhile, or gave the hour to somebody else, leaves the list by themselves.
  const picks: Picks = useMemo(
    () =>
      new Map(
        slots.map(({ slot_id, candidates }) => {
          const own = (changed ?? preselected(slots)).get(slot_id)
          const open = candidates.filter((one) => one.free && !one.request && own?.has(one.project_id))
          return [slot_id, new Set(open.map(({ project_id }) => project_id))]
        }),
      ),
    [slots, changed],
  )
  const slot =
    slots.find((one) => one.slot_id === shown) ??
    slots.find((one) => !one.covered && one.candidates.length > 0) ??
    slots[0]
  if (!slot) return null

  const pick = (slot_id: number, project_id: number, isPicked: boolean) => {
    const next = new Map(picks)
    const projects = new Set(next.get(slot_id))
    if (isPicked) projects.add(project_id)
    else projects.delete(project_id)
    next.set(slot_id, projects)
    setChanged(next)
  }
  const nameOf = (one: CandidateSlot) => one.title ?? words.intent(one.intent)
  // Whoever is asked for several moments is asked once.
  const asked = new Set([...picks.values()].flatMap((projects) => [...projects])).size
  const bare = slots.filter(
    (one) =>
      one.required &&
      !one.covered &&
      !(picks.get(one.slot_id)?.size ?? 0) &&
      !one.candidates.some(
        (each) => each.request?.status === 'asked' || each.request?.status === 'available',
      ),
  )
  // The best first; whoever is chosen already is never hidden.
  const candidates = slot.candidates.filter(
    (one, i) =>
      all === slot.slot_id || i < FIRST || one.request || picks.get(slot.slot_id)?.has(one.project_id),
  )
  const set = slot.candidates.filter((one) => compared.has(one.project_id))
  const compare = set.length > 1 && (
    <Button variant="secondary" size="lg" onPress={() => setComparing(true)} className="max-sm:flex-1">
      {t('order.talent.compare_count', { count: set.length })}
    </Button>
  )

  return (
    <div className="grid grid-cols-1 gap-5">
      {!data.best && <p className="max-w-reading text-ink-2">{t('order.talent.not_best')}</p>}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <SlotNav
          slots={slots}
          zone={order.zone}
          current={slot.slot_id}
          countOf={(one) => picks.get(one)?.size ?? 0}
          onShow={(one) => {
            setShown(one)
            setCompared(new Set())
          }}
        />

        <section aria-labelledby="slot-title" className="min-w-0">
          <header className="mb-4 flex flex-wrap items-end justify-between gap-3">
            <div>
              <h2 id="slot-title" className="title-card">
                {nameOf(slot)}
              </h2>
              <p className="text-sm text-ink-2">
                {time(slot.from, order.zone)}–{time(slot.to, order.zone)} ·{' '}
                {t('order.talent.slot_money', { amount: money(slot.cost, data.currency) })} ·{' '}
                {t('order.talent.matching', { count: slot.matching })}
              </p>
            </div>
            {!canAsk && compare}
          </header>
          {slot.candidates.length === 0 ? (
            <EmptyState title={t('order.talent.nobody')} as="h3">
              {t('order.talent.nobody_text')}
            </EmptyState>
          ) : (
            <ul className="grid gap-4 sm:grid-cols-2 2xl:grid-cols-3">
              {candidates.map((candidate) => (
                <li key={candidate.project_id} className="grid min-w-0">
                  <CandidateCard
                    order={order}
                    candidate={candidate}
                    currency={data.currency}
                    isPicked={picks.get(slot.slot_id)?.has(candidate.project_id) ?? false}
                    isCompared={compared.has(candidate.project_id)}
                    canPick={canAsk && !slot.covered}
                    onPick={(isPicked) => pick(slot.slot_id, candidate.project_id, isPicked)}
                    onCompare={(isCompared) => {
                      const next = new Set(compared)
                      if (isCompared && next.size < 4) next.add(candidate.project_id)
                      else next.delete(candidate.project_id)
                      setCompared(next)
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
          {slot.candidates.length > candidates.length && (
            <Button variant="secondary" className="mt-4" onPress={() => setAll(slot.slot_id)}>
              {t('order.talent.more', { count: slot.candidates.length - candidates.length })}
            </Button>
          )}
        </section>
      </div>

      {canAsk && (
        <div className="stage sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card p-4 sm:px-5">
          <LineUpSum
            slots={slots}
            picks={picks}
            currency={data.currency}
            budget_max={data.budget_max}
            asked={asked}
            bare={bare.map(nameOf)}
          />
          <div className="flex gap-3 max-sm:w-full">
            {compare}
            <Button
              size="lg"
              icon={<Send aria-hidden />}
              isDisabled={asked === 0}
              onPress={() => setAsking(true)}
              className="max-sm:flex-1"
            >
              {t('order.talent.ask', { count: asked })}
            </Button>
          </div>
        </div>
      )}
      <Suspense fallback={null}>
        {isComparing && (
          <CompareTalent
            order={order}
            candidates={set}
            currency={data.currency}
            onClose={() => setComparing(false)}
          />
        )}
        {isAsking && (
          <ScoutDialog
            order={order}
            picks={picks}
            onClose={() => setAsking(false)}
            onSent={() => {
              setAsking(false)
              setChanged(null)
              onSent()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
