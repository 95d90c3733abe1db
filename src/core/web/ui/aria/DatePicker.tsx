import { type CalendarDate, parseDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import type { Ref } from 'react'
import {
  DatePicker as AriaDatePicker,
  Button,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  Popover,
} from 'react-aria-components'
import { type FieldProps, fieldClass, groupClass, popoverClass, segmentClass } from '../fieldStyle.ts'
import { Calendar } from './Calendar.tsx'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNotes } from './FieldNotes.tsx'

export interface DatePickerProps extends FieldProps {
  /** A plain date, 'YYYY-MM-DD'; null when empty or incomplete. */
  value?: string | null
  onChange?: (value: string | null) => void
  onBlur?: () => void
  ref?: Ref<HTMLDivElement>
  /** 'YYYY-MM-DD' bounds. */
  minValue?: string
  maxValue?: string
  /** Dates that can't be chosen; gets 'YYYY-MM-DD'. */
  isDateUnavailable?: (date: string) => boolean
}

const parsed = (value: string | null | undefined): CalendarDate | null => (value ? parseDate(value) : null)

/** A date: typed part by part or picked in a month. */
export function DatePicker({
  label,
  description,
  errorMessage,
  hideLabel,
  className,
  value,
  onChange,
  minValue,
  maxValue,
  isDateUnavailable,
  ...props
}: DatePickerProps) {
  return (
    <AriaDatePicker
      {...props}
      {...(minValue ? { minValue: parseDate(minValue) } : {})}
      {...(maxValue ? { maxValue: parseDate(maxValue) } : {})}
      {...(isDateUnavailable ? { isDateUnavailable: (date) => isDateUnavailable(date.toString()) } : {})}
      value={parsed(value)}
      onChange={(date) => onChange?.(date?.toString() ?? null)}
      isInvalid={Boolean(errorMessage)}
      validationBehavior="aria"
      className={`${fieldClass} ${className ?? ''}`}
    >
      <FieldLabel isRequired={props.isRequired} isHidden={hideLabel}>
        {label}
      </FieldLabel>
      <Group className={groupClass}>
        <DateInput className="flex h-full min-w-0 flex-1 items-center px-2.5">
          {(segment) => <DateSegment segment={segment} className={segmentClass} />}
        </DateInput>
        <Button className="grid h-full w-11 shrink-0 place-items-center text-accent sm:w-10">
          <CalendarDays aria-hidden className="size-5" />
        </Button>
      </Group>
      <FieldNotes description={description} errorMessage={errorMessage} />
      <Popover className={`${popoverClass} max-h-none`}>
        <Dialog className="outline-none">
          <Calendar />
        </Dialog>
      </Popover>
    </AriaDatePicker>
  )
}
