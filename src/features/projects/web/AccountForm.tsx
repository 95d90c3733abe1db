import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { LANGUAGES, type Language } from '#core/contract/language.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { changeLanguage, currentLanguage } from '#core/web/i18n.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import type { ClientKind } from '#features/accounts/contract.ts'
import { ClientFields, ClientKindField, type ClientValues } from '#features/accounts/web/ClientFields.tsx'
import { type Profile, ProfileChange, readProfile, saveProfile } from '../contract.ts'
import { storeProfile } from './profile.ts'
import { projectTexts } from './texts.ts'

const spoken = texts(projectTexts)

interface AccountValues extends ClientValues {
  name: string
  language: Language
}

/** A business says both of these. */
const ClientChange = ProfileChange.check(
  z.refine<ProfileChange>(
    ({ client_kind, legal_name }) => client_kind !== 'BUSINESS' || Boolean(legal_name),
    {
      error: 'validation.required',
      path: ['legal_name'],
    },
  ),
  z.refine<ProfileChange>(({ client_kind, tax_id }) => client_kind !== 'BUSINESS' || Boolean(tax_id), {
    error: 'validation.required',
    path: ['tax_id'],
  }),
)

/** One's own account data; clients also say who is hiring. */
export function AccountForm({
  profile,
  onSaved,
  onCancel,
  submitLabel,
}: {
  profile: Profile
  onSaved: () => void
  onCancel?: () => void
  submitLabel?: string
}) {
  const { t } = useTexts(spoken)
  const isClient = profile.accountType === 'TALENT_HUNTER'
  const check = resolverOf<AccountValues, ProfileChange>(isClient ? ClientChange : ProfileChange)
  const form = useForm<AccountValues, unknown, ProfileChange>({
    resolver: (values, context, options) => {
      const business = isClient && values.client_kind === 'BUSINESS'
      const sent = {
        name: values.name,
        language: values.language,
        phone: values.phone || null,
        city: values.city || null,
        ...(isClient
          ? {
              client_kind: values.client_kind,
              legal_name: (business && values.legal_name) || null,
              tax_id: (business && values.tax_id) || null,
            }
          : {}),
      }
      return check(sent as AccountValues, context, options)
    },
    defaultValues: {
      name: profile.name,
      language: profile.language,
      phone: profile.phone ?? '',
      city: profile.city ?? '',
      client_kind: (profile.client_kind ?? 'PERSONAL') as ClientKind,
      legal_name: profile.legal_name ?? '',
      tax_id: profile.tax_id ?? '',
    },
  })
  const save = useMutation(tell(saveProfile, { refreshes: [readProfile] }))
  const submit = submitOf(form, async (body) => {
    const saved = await save.mutateAsync({ body })
    storeProfile(saved)
    if (saved.language !== currentLanguage()) await changeLanguage(saved.language)
    onSaved()
  })
  const { control } = form
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormText
        control={control}
        name="name"
        label={t('projects.account.name')}
        autoComplete="name"
        isRequired
      />
      {isClient && <ClientKindField control={control} />}
      {isClient ? (
        <ClientFields control={control} />
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText
            control={control}
            name="phone"
            label={t('projects.account.phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
          />
          <FormText
            control={control}
            name="city"
            label={t('projects.account.city')}
            autoComplete="address-level2"
          />
        </div>
      )}
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-semibold">{t('projects.account.language')}</span>
        <Controller
          name="language"
          control={control}
          render={({ field }) => (
            <SegmentedControl
              label={t('projects.account.language')}
              value={field.value}
              onChange={field.onChange}
              options={LANGUAGES.map((value) => ({ value, label: t(`projects.languages.${value}`) }))}
            />
          )}
        />
      </div>
      <FormError>{form.formState.errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={form.formState.isSubmitting}>
          {submitLabel ?? t('projects.save')}
        </Button>
        {onCancel && (
          <Button variant="secondary" onPress={onCancel}>
            {t('projects.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
