import { Check } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { LinkButton } from '#core/web/ui/LinkButton.tsx'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import type { CompletedSteps } from '../contract.ts'
import { isComplete } from '../rules.ts'
import { projectTexts } from './texts.ts'

const spoken = texts(projectTexts)

export const STEPS = ['info', 'verification', 'availability'] as const
export type Step = (typeof STEPS)[number]

/** Whether a step is done. */
export const isDone = (steps: CompletedSteps, step: Step): boolean =>
  ({
    info: steps.isProfileInfoCompleted,
    verification: steps.isVerificationStepCompleted,
    availability: steps.isAvailabilityCompleted,
  })[step]

/** What is still missing of a profile; gone when nothing is. */
export function StepsCard({ steps, shown }: { steps: CompletedSteps; shown: readonly Step[] }) {
  const { t } = useTexts(spoken)
  if (isComplete(steps)) return null
  const done = shown.filter((step) => isDone(steps, step)).length
  return (
    <Card title={t('projects.steps.title')}>
      <ProgressBar
        label={t('projects.steps.progress')}
        value={done}
        max={shown.length}
        valueText={`${done} / ${shown.length}`}
        hideLabel
      />
      <ul className="mt-4 flex flex-col gap-2">
        {shown.map((step) => {
          const ready = isDone(steps, step)
          return (
            <li key={step} className="flex items-center gap-3">
              <span
                className={`grid size-6 shrink-0 place-items-center rounded-check ${ready ? 'bg-ok-tint text-ok' : 'border border-line-strong'}`}
              >
                {ready && <Check aria-hidden="true" className="size-4" strokeWidth={3} />}
              </span>
              <span className={ready ? 'text-ink-2' : 'font-semibold'}>
                {t(`projects.steps.${step}.name`)}
                <span className="sr-only">{t(ready ? 'projects.steps.done' : 'projects.steps.open')}</span>
              </span>
            </li>
          )
        })}
      </ul>
      <LinkButton to="/complete-profile" className="mt-4">
        {t('projects.steps.go')}
      </LinkButton>
    </Card>
  )
}
