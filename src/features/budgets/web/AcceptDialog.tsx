import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { refresh, tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { acceptBudget, type RequestSlot } from '../contract.ts'
import { amountOf, totalsOf } from '../rules.ts'
import { ClientDataNote } from './ClientDataNote.tsx'
import { useMomentName } from './momentName.ts'
import type { ProjectBudget } from './projectBudget.ts'
import { Totals } from './Totals.tsx'
import { compareTexts, requestTexts } from './texts.ts'

const spoken = texts(compareTexts, requestTexts)

/** Says what accepting does, with the optional lines to choose and the total they make. */
export function AcceptDialog({
  order,
  budget,
  moments,
  refreshes,
  onClose,
}: {
  order: Order
  budget: ProjectBudget
  /** What it covers. */
  moments: readonly RequestSlot[]
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { money, list, nameOf } = useFormat()
  const momentName = useMomentName()
  const form = useForm<{ chosen: number[] }>({ defaultValues: { chosen: [] } })
  const accept = useMutation({
    ...tell(acceptBudget, {
      refreshes,
      onTold: () => {
        toast.success(t('budgets.toast.accepted'))
        onClose()
      },
    }),
    // A rival has the moment, or it was accepted in another tab: said above the page, which shows where it stands.
    onError: async (error, _input, _result, { client }) => {
      if (error.status !== 409) return
      toast.error(error.message)
      onClose()
      await refresh(client, refreshes)
    },
  })
  const optional = budget.items.flatMap((item, at) => (item.optional ? [{ item, at }] : []))
  return (
    <FormDialog
      title={t('budgets.accept.title', { name: nameOf(budget.project.name) })}
      closeLabel={t('budgets.close')}
      cancelLabel={t('budgets.accept.keep')}
      submitLabel={t('budgets.accept.confirm')}
      onSubmit={submitOf(form, (body) => accept.mutateAsync({ params: { id: budget.id }, body }))}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={480}
    >
      <p className="text-ink-2">
        {moments.length > 1
          ? t('budgets.accept.text_several', { moments: list(moments.map(momentName)) })
          : t('budgets.accept.text')}
      </p>
      <ClientDataNote order={order}>{t('budgets.accept.incomplete')}</ClientDataNote>
      {optional.length > 0 && (
        <Controller
          control={form.control}
          name="chosen"
          render={({ field: { value: chosen, onChange, onBlur } }) => (
            <fieldset className="flex flex-col gap-3">
              <legend className="mb-2 font-semibold">{t('budgets.accept.extras')}</legend>
              {optional.map(({ item, at }) => (
                <Checkbox
                  key={at}
                  value={chosen.includes(at)}
                  onChange={(isOn) => onChange(isOn ? [...chosen, at] : chosen.filter((one) => one !== at))}
                  onBlur={onBlur}
                >
                  {`${item.description} · ${money(amountOf(item), budget.currency)}`}
                </Checkbox>
              ))}
            </fieldset>
          )}
        />
      )}
      <Totals
        totals={totalsOf(budget, budget.fee_pct, form.watch('chosen'))}
        fee_pct={budget.fee_pct}
        tax={budget.tax}
        deposit_pct={budget.deposit_pct}
        currency={budget.currency}
      />
    </FormDialog>
  )
}
