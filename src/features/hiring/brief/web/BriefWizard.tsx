import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later, useAhead } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { TapeMark } from '#core/web/ui/TapeMark.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { briefTexts, deskTexts } from '#features/hiring/web/texts.ts'
import { BRIEF_SECTIONS, type BriefDraft, type BriefSection } from '../contract.ts'
import { emptyBrief, isAskedFirst, isEssential, mergeBrief, missingIn } from '../rules.ts'
import { type BriefDesk, type FieldPath, nested, useBrief } from './autosave.ts'
import { focusField } from './BriefField.tsx'
import { SaveNote } from './SaveNote.tsx'

const spoken = texts(briefTexts, deskTexts)

const BriefBudget = later(async () => (await import('./BriefBudget.tsx')).BriefBudget)
const BriefConstraints = later(async () => (await import('./BriefConstraints.tsx')).BriefConstraints)
const BriefEssentials = later(async () => (await import('./BriefEssentials.tsx')).BriefEssentials)
const BriefEvent = later(async () => (await import('./BriefEvent.tsx')).BriefEvent)
const BriefObjective = later(async () => (await import('./BriefObjective.tsx')).BriefObjective)
const BriefSound = later(async () => (await import('./BriefSound.tsx')).BriefSound)
const BriefTechnical = later(async () => (await import('./BriefTechnical.tsx')).BriefTechnical)
const BriefSummary = later(async () => (await import('./BriefSummary.tsx')).BriefSummary)

/** Each "go on" of the brief works without a connection. */
const SECTIONS = [
  BriefObjective,
  BriefEvent,
  BriefSound,
  BriefTechnical,
  BriefBudget,
  BriefConstraints,
  BriefSummary,
]

const BODIES: Record<BriefSection, ComponentType<{ desk: BriefDesk }>> = {
  objective: BriefObjective,
  event: BriefEvent,
  sound: BriefSound,
  technical: BriefTechnical,
  budget: BriefBudget,
  constraints: BriefConstraints,
}

const STEPS = [...BRIEF_SECTIONS, 'summary'] as const
type WizardStep = (typeof STEPS)[number]

/**
 * A brief begins with the five answers that a plan needs; whoever wants to say more has six sections and a summary.
 * Every field saves itself.
 */
export function BriefWizard({
  order,
  prefill,
  musician,
  onStarted,
  onSubmitted,
}: {
  order: Order | null
  prefill?: BriefDraft
  musician?: number | null
  onStarted: (order: Order) => void
  onSubmitted: (order: Order) => void
}) {
  const { t } = useTexts(spoken)
  const desk = useBrief(order, {
    onStarted,
    ...(prefill ? { prefill } : {}),
    ...(musician ? { musician } : {}),
  })
  useAhead(SECTIONS)
  const { errors } = desk
  const brief = nested(desk.values)
  // Zone and currency start with what the platform supposes.
  const missing = missingIn(mergeBrief(emptyBrief(), brief))
  const emptyIn = (section: BriefSection) => missing.filter((path) => path.startsWith(`${section}.`))
  const isWrongIn = (section: BriefSection) =>
    Object.keys(errors).some((path) => path.startsWith(`${section}.`))
  const [step, setStep] = useState<WizardStep>(
    () =>
      (order &&
        BRIEF_SECTIONS.find(
          (section) => emptyIn(section).length > 0 || isWrongIn(section) || !saysSomething(brief, section),
        )) ||
      (order ? 'summary' : 'objective'),
  )
  const [isShort, setShort] = useState(
    order === null || (order.stage === 'draft' && isEssential(order.brief)),
  )
  const [wanted, setWanted] = useState<FieldPath | null>(null)
  const [failure, setFailure] = useState<{ message: string; wrong: boolean } | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  const go = (to: WizardStep) => {
    setStep(to)
    if (Object.keys(desk.values).length > 0) void desk.flush()
    requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
    })
  }

  // A wrong field is shown once its section stands on the page.
  useEffect(() => {
    if (!wanted) return
    let frame = 0
    const until = performance.now() + 5_000
    const look = () => {
      if (focusField(shownAt(wanted)) || performance.now() > until) setWanted(null)
      else frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [wanted])

  const handIn = async () => {
    setFailure(null)
    setSubmitting(true)
    try {
      const end = await desk.submit()
      if (!end) return
      if ('order' in end) return onSubmitted(end.order)
      setFailure({ message: end.message, wrong: end.wrong.length > 0 })
      const first = STEPS.flatMap((section) => end.wrong.filter((path) => path.startsWith(`${section}.`)))[0]
      if (first) {
        if (!isAskedFirst(first)) setShort(false)
        setStep(first.split('.')[0] as BriefSection)
        setWanted(first)
      }
    } catch {
      setFailure({ message: t('order.brief.submit_failed'), wrong: false })
    } finally {
      setSubmitting(false)
    }
  }

  // What was missing isn't said any longer than it is.
  const isOver = failure?.wrong && Object.keys(errors).length === 0
  const said = (isOver ? null : failure?.message) ?? desk.refusal
  const failed = said && (
    <div className="mb-5">
      <FormError>{said}</FormError>
    </div>
  )

  if (isShort)
    return (
      <Suspense fallback={<Skeleton className="h-96" />}>
        <BriefEssentials
          desk={desk}
          failure={failed}
          isSubmitting={isSubmitting}
          onSubmit={() => {
            desk.change({ 'constraints.consent': true })
            void handIn()
          }}
          onMore={() => setShort(false)}
        />
        <Clashes desk={desk} />
      </Suspense>
    )

  const at = STEPS.indexOf(step)
  const before = STEPS[at - 1]
  const after = STEPS[at + 1]
  const Body = step === 'summary' ? null : BODIES[step]

  return (
    <div className="grid grid-cols-1 gap-5">
      <nav aria-label={t('order.brief.sections_label')}>
        <ol className="grid grid-cols-7 gap-1.5 sm:gap-3">
          {STEPS.map((one) => {
            const open = one === 'summary' ? missing.length : emptyIn(one).length
            const isWrong = one !== 'summary' && isWrongIn(one)
            // A section without required fields is done once it says something.
            const isDone = open === 0 && (one === 'summary' || saysSomething(brief, one))
            const isCurrent = one === step
            const name = t(`order.brief.sections.${one}.name`)
            return (
              <li key={one} className="min-w-0">
                <button
                  type="button"
                  aria-current={isCurrent ? 'step' : undefined}
                  onClick={() => go(one)}
                  className="group flex min-h-11 w-full flex-col gap-1.5 rounded-chip text-left"
                >
                  <span className="relative block w-full pt-2">
                    <span
                      aria-hidden
                      className={clsx(
                        'block h-1.5 rounded-full transition-colors',
                        isWrong
                          ? 'bg-graph-bad'
                          : isCurrent
                            ? 'bg-primary'
                            : isDone
                              ? 'bg-graph-ok'
                              : 'bg-line group-hover:bg-line-strong',
                      )}
                    />
                    {isDone && one !== 'summary' && !isWrong && (
                      <TapeMark shape="check" className="absolute top-0.5 right-0 size-4 text-graph-ok" />
                    )}
                  </span>
                  <span
                    className={clsx(
                      'hidden text-sm leading-tight sm:block',
                      isCurrent ? 'font-bold text-ink' : 'font-medium text-ink-2',
                    )}
                  >
                    {name}
                  </span>
                  <span className="sr-only sm:hidden">{name}</span>
                  <span className="sr-only">
                    {isWrong
                      ? t('order.brief.section_wrong')
                      : isDone
                        ? t('order.brief.section_done')
                        : t('order.brief.section_open', { count: open })}
                  </span>
                </button>
              </li>
            )
          })}
        </ol>
      </nav>

      <section className="rounded-card border border-line bg-surface p-5 sm:p-7">
        <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <p className="text-sm font-semibold text-accent">
              {step === 'summary'
                ? t('order.brief.last_step')
                : t('order.brief.step_of', { step: at + 1, of: BRIEF_SECTIONS.length })}
            </p>
            <h2 ref={heading} tabIndex={-1} className="title-card text-[1.6rem] outline-none">
              {t(`order.brief.sections.${step}.title`)}
            </h2>
            <p className="mt-1 max-w-reading text-ink-2">{t(`order.brief.sections.${step}.means`)}</p>
          </div>
          <SaveNote state={desk.state} />
        </header>

        {failed}

        <Suspense fallback={<Skeleton lines={6} className="min-h-96" />}>
          {Body ? (
            <Body desk={desk} />
          ) : (
            <BriefSummary brief={brief} missing={missing} onEdit={(section) => go(section)} />
          )}
        </Suspense>

        <footer className="mt-8 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
          {before ? (
            <Button variant="secondary" icon={<ArrowLeft aria-hidden />} onPress={() => go(before)}>
              {t('order.brief.back')}
            </Button>
          ) : (
            <span />
          )}
          {after ? (
            <Button onPress={() => go(after)} className="max-sm:flex-1">
              {after === 'summary'
                ? t('order.brief.to_summary')
                : t('order.brief.next', { section: t(`order.brief.sections.${after}.name`) })}
              <ArrowRight aria-hidden className="size-4" />
            </Button>
          ) : (
            <Button
              size="lg"
              icon={<Check aria-hidden />}
              isPending={isSubmitting}
              onPress={() => void handIn()}
              className="max-sm:flex-1"
            >
              {t('order.brief.submit')}
            </Button>
          )}
        </footer>
      </section>

      <Clashes desk={desk} />
    </div>
  )
}

const saysSomething = (brief: BriefDraft, section: BriefSection) =>
  Object.values(brief[section] ?? {}).some((value) => value !== null && value !== '')

/** A place that is missing shows at the city, whichever of its parts the server named. */
function shownAt(path: FieldPath): FieldPath {
  const isPart = ['event.lat', 'event.lng', 'event.zone'].includes(path)
  return isPart && !document.querySelector(`[data-field="${path}"]`) ? 'event.city' : path
}

/** Two tabs wrote the same field: both values, and the choice. */
function Clashes({ desk }: { desk: BriefDesk }) {
  const { t, word } = useTexts(spoken)
  return (
    <Dialog
      title={t('order.brief.clash.title')}
      closeLabel={t('order.page.close')}
      isOpen={desk.clashes.length > 0}
      onOpenChange={(isOpen) => {
        if (!isOpen) desk.settle(false)
      }}
      isDismissable={false}
      footer={
        <>
          <Button variant="secondary" onPress={() => desk.settle(false)}>
            {t('order.brief.clash.theirs')}
          </Button>
          <Button onPress={() => desk.settle(true)}>{t('order.brief.clash.mine')}</Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('order.brief.clash.text')}</p>
      <ul className="grid gap-3">
        {desk.clashes.map(({ path, mine, theirs }) => (
          <li key={path} className="rounded-control border border-line p-3 text-sm">
            <p className="font-semibold">{word('order.brief.fields', path)}</p>
            <p>
              <span className="text-ink-2">{t('order.brief.clash.here')}: </span>
              {plain(mine)}
            </p>
            <p>
              <span className="text-ink-2">{t('order.brief.clash.there')}: </span>
              {plain(theirs)}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const plain = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value === null || value === undefined ? '—' : String(value)
