import { ArrowRight, ListPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from '#core/contract/money.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { MoneyBox } from '#core/web/ui/NumberBox.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { briefTexts } from '#features/hiring/web/texts.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'
import { CityFields, placeIn } from './CityFields.tsx'
import { GuestsField, TypeField } from './PartyFields.tsx'
import { SaveNote } from './SaveNote.tsx'
import { TimeFields } from './TimeFields.tsx'

const spoken = texts(briefTexts)

/** The five answers that a plan can't do without, on one screen; the rest of the brief may come later. */
export function BriefEssentials({
  desk,
  failure,
  isSubmitting,
  onSubmit,
  onMore,
}: {
  desk: BriefDesk
  /** What went wrong, to be shown above the fields. */
  failure: ReactNode
  isSubmitting: boolean
  onSubmit: () => void
  /** Opens the whole brief. */
  onMore: () => void
}) {
  const { t } = useTexts(spoken)
  const [isElsewhere, setElsewhere] = useState(() => Boolean(desk.values['event.city']) && !placeIn(desk))
  const currency = (desk.values['budget.currency'] as Currency | null) ?? DEFAULT_CURRENCY
  return (
    <section className="rounded-card border border-line bg-surface p-5 sm:p-7" aria-labelledby="start-title">
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 id="start-title" className="title-card text-[1.6rem]">
            {t('order.brief.start.title')}
          </h2>
          <p className="mt-1 max-w-reading text-ink-2">{t('order.brief.start.means')}</p>
        </div>
        <SaveNote state={desk.state} />
      </header>
      {failure}
      <form
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TypeField desk={desk} />
          <GuestsField desk={desk} />
        </div>
        <TimeFields desk={desk} />
        <div className="grid gap-5 sm:grid-cols-2">
          <CityFields desk={desk} isElsewhere={isElsewhere} onElsewhere={setElsewhere} />
          <div className="grid grid-cols-[1.4fr_1fr] items-start gap-3">
            <BriefField path="budget.max">
              <MoneyBox
                {...fieldOf<number>(desk, 'budget.max')}
                label={t('order.brief.start.budget')}
                isRequired
                currency={currency}
              />
            </BriefField>
            <BriefField path="budget.currency">
              <SelectBox<Currency>
                {...fieldOf<Currency>(desk, 'budget.currency')}
                value={currency}
                label={t('order.brief.fields.budget.currency')}
                options={CURRENCIES.map((value) => ({ value, label: value }))}
              />
            </BriefField>
          </div>
        </div>
        <footer className="grid gap-4 border-t border-line pt-5">
          <p className="max-w-reading text-sm text-ink-2">{t('order.brief.start.consent')}</p>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              type="submit"
              size="lg"
              isPending={isSubmitting}
              // The press doesn't leave the field before it: a complaint that goes would move the button from under
              // the pointer, and the press would be lost.
              onMouseDown={(event) => event.preventDefault()}
              className="max-sm:w-full"
            >
              {t('order.brief.start.submit')}
              <ArrowRight aria-hidden className="size-5" />
            </Button>
            <Button
              variant="quiet"
              icon={<ListPlus aria-hidden />}
              onPress={onMore}
              className="max-sm:w-full"
            >
              {t('order.brief.start.more')}
            </Button>
          </div>
        </footer>
      </form>
    </section>
  )
}
