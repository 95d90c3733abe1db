import { PlainField, type PlainFieldProps } from './PlainField.tsx'

/** Several lines of text, in the browser's own box. */
export function TextBox({
  value,
  onChange,
  rows,
  maxLength,
  placeholder,
  ...field
}: PlainFieldProps & {
  value: string
  onChange: (value: string) => void
  rows: number
  maxLength: number
  /** What holds while it is empty. */
  placeholder?: string
}) {
  return (
    <PlainField {...field}>
      {({ className, ...control }) => (
        <textarea
          {...control}
          className={`${className} h-auto! py-2`}
          rows={rows}
          maxLength={maxLength}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </PlainField>
  )
}
