import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, CalendarCheck, CalendarX, PencilLine, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useQueryChanges } from '#core/web/address.ts'
import { ask, refresh, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { type Later, later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useReason } from '#features/hiring/talent/web/reasons.ts'
import { REQUEST_TONES } from '#features/hiring/talent/web/requestTone.ts'
import { useNews } from '#features/notifications/web/news.ts'
import { ActingAs } from '#features/projects/web/ProjectFilter.tsx'
import { type MusicianRequest, readRequest, withdrawBudget } from '../contract.ts'
import { mayStep } from '../rules.ts'
import { BudgetCard } from './BudgetCard.tsx'
import { Countdown } from './Countdown.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { MomentList } from './MomentList.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { REFRESHES } from './refreshes.ts'
import { budgetTexts, requestTexts } from './texts.ts'

const spoken = texts(budgetTexts, requestTexts)

// Only for whoever answers: a form with calendars weighs as much as all the rest.
const BudgetBuilder = later(async () => (await import('./BudgetBuilder.tsx')).BudgetBuilder)
const SameAgain = later(async () => (await import('./SameAgain.tsx')).SameAgain)
const UnavailableDialog = later(async () => (await import('./UnavailableDialog.tsx')).UnavailableDialog)
const UnknownCalendar = later(
  async () => (await import('#features/calendars/web/UnknownCalendar.tsx')).UnknownCalendar,
)

/** What a later feature shows of a request, passed in by the app: the conversation with who asked. */
export interface Talking {
  Talk?: Later<{ request: MusicianRequest }> | undefined
}

/** One request: what is asked, how long there is, and the two answers; later the budget and where it stands. */
export function RequestDetail({ id, Talk }: Talking & { id: number }) {
  const { t } = useTexts(spoken)
  const query = useQuery(ask(readRequest, { params: { id } }))
  const client = useQueryClient()
  // What the hunter asks to be changed, accepts or closes stands here at once.
  useNews(() => void refresh(client, [readRequest]))
  return (
    <Loaded query={query} waiting={<DetailSkeleton />} failed={t('budgets.detail_error')}>
      {(request) => <Answers request={request} Talk={Talk} />}
    </Loaded>
  )
}

function Answers({ request, Talk }: Talking & { request: MusicianRequest }) {
  const { t } = useTexts(spoken)
  const reasonOf = useReason()
  const [params, setParams] = useQueryChanges()
  const writing = params.has('answer')
  // To the list as it was narrowed.
  const back = new URLSearchParams(params)
  back.delete(writing ? 'answer' : 'request')
  const setWriting = (on: boolean) => setParams({ answer: on ? '1' : null })
  const [declining, setDeclining] = useState(false)
  // Answered with no, moment by moment, where several are asked.
  const [refused, setRefused] = useState<ReadonlySet<number>>(new Set())
  const refuse = (slot_id: number, isRefused: boolean) =>
    setRefused(new Set(isRefused ? [...refused, slot_id] : [...refused].filter((one) => one !== slot_id)))
  const [withdrawing, setWithdrawing] = useState(false)
  const withdraw = useMutation(
    tell(withdrawBudget, {
      refreshes: REFRESHES,
      onTold: () => toast.success(t('budgets.toast.withdrawn')),
    }),
  )

  const { budget } = request
  const canAnswer = request.can_answer && request.status === 'asked'
  const canRevise =
    request.can_answer && request.status === 'available' && budget && mayStep('revise', budget.state)
  const open = request.moments.filter(({ status }) => status === 'asked' || status === 'available')
  const covered = open.filter(({ id }) => !refused.has(id))
  const asked = open.filter(({ status }) => status === 'asked')
  // Those that were marked; without a mark, no is said to all.
  const marked = asked.filter(({ id }) => refused.has(id))
  const declined = marked.length > 0 ? marked : asked
  return (
    <article className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <span className={writing ? '' : 'lg:hidden'}>
          <LinkButton to={`/budgets?${back}`} variant="quiet" size="sm" icon={<ArrowLeft aria-hidden />}>
            {t(writing ? 'budgets.back_to_request' : 'budgets.back')}
          </LinkButton>
        </span>
        <ActingAs name={request.project_name} />
        <Badge tone={REQUEST_TONES[request.status]}>{t(`budgets.requests.${request.status}`)}</Badge>
        {request.status === 'asked' && <Countdown until={request.reply_by} />}
      </div>
      <RequestFacts request={request} />
      {request.moments.length > 1 && (
        <MomentList
          request={request}
          refused={refused}
          onRefuse={(canAnswer || canRevise) && open.length > 1 && !writing ? refuse : null}
        />
      )}
      {request.reason && request.status !== 'asked' && request.status !== 'available' && (
        <p className="rounded-control bg-surface-2 px-4 py-3 text-ink-2">{reasonOf(request.reason)}</p>
      )}
      <Suspense fallback={null}>
        {canAnswer && request.calendar_unknown && <UnknownCalendar project={request.project_id} />}
      </Suspense>
      {canAnswer && !writing && request.again && refused.size === 0 && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <SameAgain request={request} again={request.again} />
        </Suspense>
      )}
      {Talk && !writing && (
        <Suspense fallback={<Skeleton className="h-11 w-56" />}>
          <Talk request={request} />
        </Suspense>
      )}
      {canAnswer && !writing && (
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-3 bg-bg/95 px-1 py-3">
          <Button
            size="lg"
            icon={<CalendarCheck aria-hidden />}
            variant={request.again ? 'secondary' : 'primary'}
            isDisabled={covered.length === 0}
            onPress={() => setWriting(true)}
          >
            {t(request.again ? 'budgets.again.change' : 'budgets.answer.available')}
          </Button>
          <Button
            size="lg"
            variant="secondary"
            icon={<CalendarX aria-hidden />}
            onPress={() => setDeclining(true)}
          >
            {t('budgets.answer.unavailable')}
          </Button>
        </div>
      )}
      {!request.can_answer && request.status === 'asked' && (
        <p className="text-ink-2">{t('budgets.owner_answers')}</p>
      )}
      {(canRevise || canAnswer) && budget?.state === 'changes_requested' && (
        <p className="rounded-control bg-warn-tint px-4 py-3">
          <span className="font-semibold">{t('budgets.card.changes')}</span> {reasonOf(budget.reason)}
        </p>
      )}
      {writing && (canAnswer || canRevise) && covered.length > 0 ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <BudgetBuilder request={request} moments={covered} onDone={() => setWriting(false)} />
        </Suspense>
      ) : (
        budget && <BudgetCard budget={budget} moments={request.moments} zone={request.event.zone} />
      )}
      {canRevise && !writing && (
        <div className="flex flex-wrap gap-3">
          <Button
            icon={<PencilLine aria-hidden />}
            isDisabled={covered.length === 0}
            onPress={() => setWriting(true)}
          >
            {t('budgets.answer.revise')}
          </Button>
          <Button variant="danger" icon={<Undo2 aria-hidden />} onPress={() => setWithdrawing(true)}>
            {t('budgets.answer.withdraw')}
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {declining && (
          <UnavailableDialog
            requestId={request.id}
            moments={declined}
            left={open.filter((one) => !declined.includes(one))}
            onClose={() => setDeclining(false)}
          />
        )}
      </Suspense>
      <ConfirmDialog
        title={t('budgets.withdraw.title')}
        confirmLabel={t('budgets.answer.withdraw')}
        cancelLabel={t('budgets.withdraw.keep')}
        isOpen={withdrawing}
        onOpenChange={setWithdrawing}
        isDangerous
        isPending={withdraw.isPending}
        onConfirm={() =>
          budget &&
          withdraw.mutate(
            { params: { id: budget.id }, body: {} },
            {
              onError: (error) => toast.error(error.message),
              onSettled: () => setWithdrawing(false),
            },
          )
        }
      >
        {t('budgets.withdraw.text')}
      </ConfirmDialog>
    </article>
  )
}
