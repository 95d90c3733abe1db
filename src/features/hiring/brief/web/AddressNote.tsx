import { useForm } from 'react-hook-form'
import { call } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { AddressDraft, saveAddress } from '#features/hiring/desk/contract.ts'
import { addressTexts } from '#features/hiring/web/texts.ts'
import { useOrderChange } from '#features/hiring/web/useOrder.ts'

const spoken = texts(addressTexts)

/** Asks where the event is exactly, which a short brief begins without, beside what needs it; nothing waits for it. */
export function AddressNote({
  order_id,
  as: Heading = 'h2',
  onSaved,
}: {
  order_id: number
  as?: 'h2' | 'h3'
  onSaved?: () => void
}) {
  const { t } = useTexts(spoken)
  const form = useForm({ resolver: resolverOf(AddressDraft), defaultValues: { address: '' } })
  const save = useOrderChange(
    (body: { address: string }) => call(saveAddress, { params: { id: order_id }, body }),
    {
      onDone: () => {
        toast.success(t('order.address.saved'))
        onSaved?.()
      },
    },
  )
  const { errors, isSubmitting } = form.formState
  return (
    <form
      noValidate
      aria-label={t('order.address.title')}
      onSubmit={submitOf(form, (body) => save.mutateAsync(body))}
      className="grid gap-3 rounded-card bg-warn-tint p-5"
    >
      <Heading className="font-semibold">{t('order.address.title')}</Heading>
      <p>{t('order.address.text')}</p>
      <FormText
        control={form.control}
        name="address"
        label={t('order.address.label')}
        description={t('order.address.help')}
        maxLength={200}
        isRequired
      />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" variant="secondary" className="justify-self-start" isPending={isSubmitting}>
        {t('order.address.save')}
      </Button>
    </form>
  )
}
