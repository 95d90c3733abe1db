import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { LANGUAGES, type Language } from '#core/contract/language.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { changeLanguage, currentLanguage } from '#core/web/i18n.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { ClientFields, ClientKindField, type ClientValues } from '#features/accounts/web/ClientFields.tsx'
import { UnsavedGuard } from '#features/accounts/web/UnsavedGuard.tsx'
import { type Profile, ProfileChange, readProfile, saveProfile } from '../contract.ts'
import { missingOfClient } from '../rules.ts'
import { storeProfile } from './profile.ts'
import { projectTexts } from './texts.ts'

const spoken = texts(projectTexts)

interface AccountValues extends ClientValues {
  name: string
  language: Language
}

/** One's own account data; clients also say who is hiring, as far as they want to or have to. */
export function AccountForm({
  profile,
  isWhole = false,
  onSaved,
  onCancel,
  submitLabel,
}: {
  profile: Profile
  /** A client's data is to be complete with this. */
  isWhole?: boolean
  onSaved: () => void
  onCancel?: () => void
  submitLabel?: string
}) {
  const { t } = useTexts(spoken)
  const isClient = profile.accountType === 'TALENT_HUNTER'
  const form = useForm<AccountValues, unknown, ProfileChange>({
    resolver: resolverOf<AccountValues, ProfileChange>(ProfileChange, {
      from: ({ name, language, phone, city, client_kind, legal_name, tax_id }) => {
        const business = client_kind === 'BUSINESS'
        return {
          name,
          language,
          phone: phone || null,
          city: city || null,
          ...(isClient
            ? {
                client_kind: client_kind ?? undefined,
                legal_name: (business && legal_name) || null,
                tax_id: (business && tax_id) || null,
              }
            : {}),
        }
      },
      // A business says who it is in any case.
      rule: (change) =>
        Object.fromEntries(
          (isClient ? missingOfClient(change) : [])
            .filter((field) => isWhole || field === 'legal_name' || field === 'tax_id')
            .map((field) => [field, { key: 'validation.required' }]),
        ),
    }),
    defaultValues: {
      name: profile.name,
      language: profile.language,
      phone: profile.phone ?? '',
      city: profile.city ?? '',
      client_kind: profile.client_kind ?? (isWhole ? 'PERSONAL' : null),
      legal_name: profile.legal_name ?? '',
      tax_id: profile.tax_id ?? '',
    },
  })
  const isDone = useRef(false)
  const save = useMutation(tell(saveProfile, { refreshes: [readProfile] }))
  const submit = submitOf(form, async (body) => {
    const saved = await save.mutateAsync({ body })
    storeProfile(saved)
    if (saved.language !== currentLanguage()) await changeLanguage(saved.language)
    isDone.current = true
    onSaved()
    // Where the form stays, what is written from here on is new.
    form.reset(form.getValues())
    isDone.current = false
  })
  const { control, formState } = form
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormText
        control={control}
        name="name"
        label={t('projects.account.name')}
        autoComplete="name"
        isRequired
      />
      {isClient && <ClientKindField control={control} isRequired={isWhole} />}
      {isClient ? (
        <ClientFields control={control} isRequired={isWhole} />
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
      <FormError>{formState.errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={formState.isSubmitting}>
          {submitLabel ?? t('projects.save')}
        </Button>
        {onCancel && (
          <Button
            variant="secondary"
            onPress={() => {
              isDone.current = true
              onCancel()
            }}
          >
            {t('projects.cancel')}
          </Button>
        )}
      </div>
      <UnsavedGuard isOn={formState.isDirty && !isDone.current} isDone={isDone} />
    </form>
  )
}
