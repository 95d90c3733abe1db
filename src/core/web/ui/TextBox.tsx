import { PlainField, type PlainFieldProps } from './PlainField.tsx'
import { SharedNote } from './SharedNote.tsx'

/** Several lines of text, in the browser's own box. */
export function TextBox({
  value,
  onChange,
  rows,
  maxLength,
  placeholder,
  shared,
  ...field
}: PlainFieldProps & {
  value: string
  onChange: (value: string) => void
  rows: number
  maxLength: number
  /** What holds while it is empty. */
  placeholder?: string
  /** Others read it before there is an agreement. */
  shared?: boolean
}) {
  return (
    <PlainField {...field}>
      {({ className, ...control }) => (
        <>
          <textarea
            {...control}
            className={`${className} h-auto! py-2`}
            rows={rows}
            maxLength={maxLength}
            placeholder={placeholder}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {shared && <SharedNote text={value} />}
        </>
      )}
    </PlainField>
  )
}
