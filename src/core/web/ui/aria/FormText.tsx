import type { ComponentType } from 'react'
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { TextArea, type TextAreaProps } from './TextArea.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** A line of text of a form, tied to its value and its fault. */
export function FormText<Values extends FieldValues, Output>({
  control,
  name,
  as: Field = TextField,
  ...props
}: Omit<TextFieldProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'errorMessage'> & {
  control: Control<Values, unknown, Output>
  name: FieldPath<Values>
  /** Another field of the same kind, e.g. for passwords. */
  as?: ComponentType<TextFieldProps>
}) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field, fieldState }) => (
        <Field {...props} {...field} errorMessage={fieldState.error?.message} />
      )}
    />
  )
}

/** Several lines of text of a form, tied to their value and their fault. */
export function FormTextArea<Values extends FieldValues, Output>({
  control,
  name,
  ...props
}: Omit<TextAreaProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'errorMessage'> & {
  control: Control<Values, unknown, Output>
  name: FieldPath<Values>
}) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field, fieldState }) => (
        <TextArea {...props} {...field} errorMessage={fieldState.error?.message} />
      )}
    />
  )
}
