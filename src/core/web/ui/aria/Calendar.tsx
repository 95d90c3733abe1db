import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Calendar as AriaCalendar,
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components'

const stepClass =
  'grid size-11 place-items-center rounded-control text-ink-2 hover:bg-surface-2 disabled:opacity-40 sm:size-9 [&>svg]:size-5'

/** The month inside a DatePicker; the date comes from the context react-aria gives. */
export function Calendar() {
  return (
    <AriaCalendar firstDayOfWeek="mon" className="mx-auto w-fit p-2">
      <header className="flex items-center justify-between pb-2">
        <Button slot="previous" className={stepClass}>
          <ChevronLeft aria-hidden />
        </Button>
        <CalendarHeading className="font-semibold first-letter:uppercase" />
        <Button slot="next" className={stepClass}>
          <ChevronRight aria-hidden />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="narrow">
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="pb-1 text-xs font-semibold text-ink-3">{day}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className="grid size-11 cursor-pointer place-items-center rounded-chip tabular-nums outline-none hover:bg-surface-2 focus-visible:outline-3 focus-visible:-outline-offset-2 focus-visible:outline-focus selected:bg-primary selected:font-bold selected:text-on-primary disabled:cursor-default disabled:text-ink-3 disabled:opacity-50 unavailable:text-ink-3 unavailable:line-through outside-month:invisible sm:size-9"
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </AriaCalendar>
  )
}
