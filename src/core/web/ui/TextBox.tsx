import { PlainField, type PlainFieldProps } from './PlainField.tsx'

/** Several lines of text, in the browser's own box. */
export function TextBox({
  value,
  onChange,
  rows,
  maxLength,
  ...field
}: PlainFieldProps & {
  value: string
  onChange: (value: string) => void
  rows: number
  maxLength: number
}) {
  return (
    <PlainField {...field}>
      {({ className, ...control }) => (
        <textarea
          {...control}
          className={`${className} h-auto! py-2`}
          rows={rows}
          maxLength={maxLength}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </PlainField>
  )
}
