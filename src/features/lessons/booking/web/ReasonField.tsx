import { PlainField } from '#core/web/ui/PlainField.tsx'
import { SharedNote } from '#core/web/ui/SharedNote.tsx'

/** Why, in a line that the other side reads. */
export function ReasonField({
  label,
  description,
  value,
  onChange,
}: {
  label: string
  description?: string
  value: string
  onChange: (reason: string) => void
}) {
  return (
    <PlainField label={label} description={description}>
      {({ className, ...control }) => (
        <>
          <input
            {...control}
            className={className}
            maxLength={300}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <SharedNote text={value} />
        </>
      )}
    </PlainField>
  )
}
