import type { Control } from 'react-hook-form'
import { partOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { PASSWORD_MIN } from '../contract.password.ts'
import { PasswordField } from './PasswordField.tsx'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/** What every sign-up form holds while it is being filled in. */
export interface PersonValues {
  name: string
  email: string
  password: string
  terms: boolean
}

export const NOBODY_YET: PersonValues = { name: '', email: '', password: '', terms: false }

/** Name, e-mail and password of whoever signs up. */
export function PersonFields<Values extends PersonValues, Output>({
  control,
}: {
  control: Control<Values, unknown, Output>
}) {
  const { t } = useTexts(spoken)
  const own: Control<PersonValues> = partOf(control)
  return (
    <>
      <FormText control={own} name="name" label={t('fields.name')} autoComplete="name" isRequired />
      <FormText
        control={own}
        name="email"
        label={t('fields.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        isRequired
      />
      <FormText
        control={own}
        name="password"
        as={PasswordField}
        label={t('fields.password')}
        description={t('fields.password_help', { count: PASSWORD_MIN })}
        autoComplete="new-password"
        isRequired
      />
    </>
  )
}
