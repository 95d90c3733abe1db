import { Suspense, useEffect, useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormError } from '#core/web/ui/FormError.tsx'
import { later, listed, useAhead } from '#core/web/ui/later.tsx'
import { OnceOpen } from '#core/web/ui/OnceOpen.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { briefTexts } from '#features/hiring/web/texts.ts'
import { BRIEF_SECTIONS, type BriefDraft, type BriefSection } from '../contract.ts'
import { emptyBrief, isAskedFirst, isEssential, mergeBrief, missingIn } from '../rules.ts'
import { CHECKS, useBrief } from './autosave.ts'
import { focusField } from './BriefField.tsx'
import { BRIEF_STEPS, type BriefStep, type FieldPath, nested, pathsIn, saysSomething } from './paths.ts'

const spoken = texts(briefTexts)

const BriefClashes = later(async () => (await import('./BriefClashes.tsx')).BriefClashes)
const BriefEssentials = later(async () => (await import('./BriefEssentials.tsx')).BriefEssentials)
const BriefSections = later(async () => (await import('./BriefSections.tsx')).BriefSections)

/** Each "go on" of the brief works without a connection. */
const NEXT = [CHECKS, BriefSections, listed(async () => (await import('./sections.ts')).SECTIONS)]

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
  useAhead(NEXT)
  const { errors } = desk
  const brief = nested(desk.values)
  // Zone and currency start with what the platform supposes.
  const missing = missingIn(mergeBrief(emptyBrief(), brief))
  const [step, setStep] = useState<BriefStep>(
    () =>
      (order &&
        BRIEF_SECTIONS.find(
          (section) =>
            pathsIn(section, missing).length > 0 ||
            pathsIn(section, Object.keys(errors)).length > 0 ||
            !saysSomething(brief, section),
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

  const go = (to: BriefStep) => {
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
      const first = BRIEF_STEPS.flatMap((section) =>
        end.wrong.filter((path) => path.startsWith(`${section}.`)),
      )[0]
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

  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      {isShort ? (
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
      ) : (
        <BriefSections
          desk={desk}
          brief={brief}
          missing={missing}
          step={step}
          onStep={go}
          heading={heading}
          failure={failed}
          isSubmitting={isSubmitting}
          onSubmit={() => void handIn()}
        />
      )}
      <OnceOpen isOpen={desk.clashes.length > 0}>
        <BriefClashes desk={desk} />
      </OnceOpen>
    </Suspense>
  )
}

/** A place that is missing shows at the city, whichever of its parts the server named. */
function shownAt(path: FieldPath): FieldPath {
  const isPart = ['event.lat', 'event.lng', 'event.zone'].includes(path)
  return isPart && !document.querySelector(`[data-field="${path}"]`) ? 'event.city' : path
}
