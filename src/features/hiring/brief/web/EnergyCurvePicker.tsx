import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components'
import { FieldLabel } from '#core/web/ui/aria/FieldLabel.tsx'
import { FieldNotes } from '#core/web/ui/aria/FieldNotes.tsx'
import type { FieldProps } from '#core/web/ui/fieldStyle.ts'
import { EnergyMeter } from '#features/hiring/web/EnergyMeter.tsx'
import { ENERGY_CURVES, type EnergyCurve } from '../contract.ts'

/** Energy 1–5 from the event's start to its end, as each curve means it. */
const SHAPES: Record<EnergyCurve, readonly number[]> = {
  calm: [1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
  steady: [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
  rising: [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5],
  peak_late: [1, 2, 2, 2, 3, 3, 3, 4, 5, 5, 5, 3],
  waves: [2, 3, 4, 3, 2, 3, 4, 5, 3, 2, 4, 5],
}

const UNSAID = 'unsaid'

/** How the night should move: five curves, each drawn in five levels, or none said. Arrow keys or a touch change it. */
export function EnergyCurvePicker({
  label,
  description,
  errorMessage,
  assumed,
  unsaid,
  value,
  onChange,
  labels,
  from,
  to,
}: Pick<FieldProps, 'label' | 'description' | 'errorMessage'> & {
  value: EnergyCurve | null
  onChange: (value: EnergyCurve | null) => void
  /** The curve that holds while nobody says. */
  assumed: EnergyCurve
  /** "I don't know". */
  unsaid: string
  labels: Record<EnergyCurve, { name: string; means: string }>
  /** What stands at both ends of the axis. */
  from: ReactNode
  to: ReactNode
}) {
  return (
    <RadioGroup
      value={value ?? UNSAID}
      onChange={(next) => onChange(next === UNSAID ? null : (next as EnergyCurve))}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className="flex min-w-0 flex-col gap-1.5"
    >
      <FieldLabel>{label}</FieldLabel>
      <div className="stage overflow-hidden rounded-card p-4 sm:p-5">
        <EnergyMeter shape={SHAPES[value ?? assumed]} isLit={value !== null} className="h-32 sm:h-40" />
        <p className="mt-2 flex justify-between gap-4 border-t-2 border-noche-300 pt-1.5 text-sm text-ink-2 tabular-nums">
          <span>{from}</span>
          <span className="text-center font-semibold text-ink" aria-live="polite">
            {labels[value ?? assumed].means}
          </span>
          <span>{to}</span>
        </p>
        <div className="mt-4 grid grid-cols-2 gap-2 sm:grid-cols-6">
          {[...ENERGY_CURVES, UNSAID].map((curve) => (
            <RadioField key={curve} value={curve} className="flex">
              <RadioButton className="flex flex-1 cursor-pointer flex-col gap-2 rounded-control border border-noche-700 p-2.5 transition-colors select-none hover:border-noche-400 focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-focus selected:border-foco-400 selected:bg-noche-800">
                {({ isSelected }) => (
                  <>
                    <EnergyMeter
                      shape={SHAPES[curve as EnergyCurve] ?? SHAPES[assumed]}
                      isLit={isSelected && curve !== UNSAID}
                      className="h-10"
                    />
                    <span
                      className={clsx('text-sm font-semibold', isSelected ? 'text-foco-300' : 'text-ink')}
                    >
                      {labels[curve as EnergyCurve]?.name ?? unsaid}
                    </span>
                  </>
                )}
              </RadioButton>
            </RadioField>
          ))}
        </div>
      </div>
      <FieldNotes description={description} errorMessage={errorMessage} />
    </RadioGroup>
  )
}
