import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import { type ComponentType, type ReactNode, type RefObject, Suspense } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { TapeMark } from '#core/web/ui/TapeMark.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import { BRIEF_SECTIONS, type BriefDraft, type BriefSection } from '../contract.ts'
import type { BriefDesk } from './autosave.ts'
import { BRIEF_STEPS, type BriefStep, pathsIn, saysSomething } from './paths.ts'
import { SaveNote } from './SaveNote.tsx'
import {
  BriefBudget,
  BriefConstraints,
  BriefEvent,
  BriefObjective,
  BriefSound,
  BriefSummary,
  BriefTechnical,
} from './sections.ts'

const spoken = texts(briefTexts, sectionsTexts)

const BODIES: Record<BriefSection, ComponentType<{ desk: BriefDesk }>> = {
  objective: BriefObjective,
  event: BriefEvent,
  sound: BriefSound,
  technical: BriefTechnical,
  budget: BriefBudget,
  constraints: BriefConstraints,
}

/** The whole brief: six sections and a summary, one at a time. */
export function BriefSections({
  desk,
  brief,
  missing,
  step,
  onStep,
  heading,
  failure,
  isSubmitting,
  onSubmit,
}: {
  desk: BriefDesk
  brief: BriefDraft
  /** Required fields that are still empty. */
  missing: string[]
  step: BriefStep
  onStep: (to: BriefStep) => void
  /** The section's heading, which takes the focus when another one opens. */
  heading: RefObject<HTMLHeadingElement | null>
  /** What went wrong, to be shown above the fields. */
  failure: ReactNode
  isSubmitting: boolean
  onSubmit: () => void
}) {
  const { t } = useTexts(spoken)
  const at = BRIEF_STEPS.indexOf(step)
  const before = BRIEF_STEPS[at - 1]
  const after = BRIEF_STEPS[at + 1]
  const Body = step === 'summary' ? null : BODIES[step]

  return (
    <div className="grid grid-cols-1 gap-5">
      <nav aria-label={t('order.brief.sections_label')}>
        <ol className="grid grid-cols-7 gap-1.5 sm:gap-3">
          {BRIEF_STEPS.map((one) => {
            const open = one === 'summary' ? missing.length : pathsIn(one, missing).length
            const isWrong = one !== 'summary' && pathsIn(one, Object.keys(desk.errors)).length > 0
            // A section without required fields is done once it says something.
            const isDone = open === 0 && (one === 'summary' || saysSomething(brief, one))
            const isCurrent = one === step
            const name = t(`order.brief.sections.${one}.name`)
            return (
              <li key={one} className="min-w-0">
                <button
                  type="button"
                  aria-current={isCurrent ? 'step' : undefined}
                  onClick={() => onStep(one)}
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
                        : open > 0
                          ? t('order.brief.section_open', { count: open })
                          : t('order.brief.nothing_written')}
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

        {failure}

        <Suspense fallback={<Skeleton lines={6} className="min-h-96" />}>
          {Body ? <Body desk={desk} /> : <BriefSummary brief={brief} missing={missing} onEdit={onStep} />}
        </Suspense>

        <footer className="mt-8 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
          {before ? (
            <Button variant="secondary" icon={<ArrowLeft aria-hidden />} onPress={() => onStep(before)}>
              {t('order.brief.back')}
            </Button>
          ) : (
            <span />
          )}
          {after ? (
            <Button onPress={() => onStep(after)} className="max-sm:flex-1">
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
              onPress={onSubmit}
              className="max-sm:flex-1"
            >
              {t('order.brief.submit')}
            </Button>
          )}
        </footer>
      </section>
    </div>
  )
}
