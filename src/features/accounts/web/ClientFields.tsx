import { Building2, User } from 'lucide-react'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { partOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { CLIENT_KINDS, type ClientKind } from '../contract.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/** What a client's form holds while it is being filled in. */
export interface ClientValues {
  /** Null: not said yet. */
  client_kind: ClientKind | null
  phone: string
  city: string
  legal_name: string
  tax_id: string
}

/** A person has no legal name: empty boxes aren't sent. */
export const withoutEmpty = <T extends ClientValues>({ legal_name, tax_id, ...values }: T) => ({
  ...values,
  ...(values.client_kind === 'BUSINESS' ? { legal_name, tax_id } : {}),
})

/** Person or business; a business says its legal name and tax id. */
export function ClientKindField<Values extends ClientValues, Output>({
  control,
  isRequired = true,
}: {
  control: Control<Values, unknown, Output>
  isRequired?: boolean
}) {
  const { t } = useTexts(spoken)
  const own: Control<ClientValues> = partOf(control)
  return (
    <Controller
      name="client_kind"
      control={own}
      render={({ field, fieldState }) => (
        <RadioCards
          {...field}
          label={t('fields.client_kind')}
          options={CLIENT_KINDS.map((value) => ({
            value,
            label: t(`client_kinds.${value}.title`),
            description: t(`client_kinds.${value}.text`),
            icon: value === 'PERSONAL' ? <User aria-hidden /> : <Building2 aria-hidden />,
          }))}
          errorMessage={fieldState.error?.message}
          isRequired={isRequired}
        />
      )}
    />
  )
}

/** Phone and city, and for a business its legal name and tax id. */
export function ClientFields<Values extends ClientValues, Output>({
  control,
  isRequired = true,
}: {
  control: Control<Values, unknown, Output>
  /** Phone and city have to be said. */
  isRequired?: boolean
}) {
  const { t } = useTexts(spoken)
  const own: Control<ClientValues> = partOf(control)
  const kind = useWatch({ control: own, name: 'client_kind' })
  return (
    <>
      {kind === 'BUSINESS' && (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText
            control={own}
            name="legal_name"
            label={t('fields.legal_name')}
            autoComplete="organization"
            isRequired
          />
          <FormText control={own} name="tax_id" label={t('fields.tax_id')} isRequired />
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText
          control={own}
          name="phone"
          label={t('fields.phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          isRequired={isRequired}
        />
        <FormText
          control={own}
          name="city"
          label={t('fields.city')}
          autoComplete="address-level2"
          isRequired={isRequired}
        />
      </div>
    </>
  )
}
