import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError, Text } from 'react-aria-components'

/** Help and error under a control; react-aria ties both to it with aria-describedby. */
export function FieldNotes({
  description,
  errorMessage,
}: {
  description?: ReactNode
  errorMessage?: string | undefined
}) {
  return (
    <>
      {description && (
        <Text slot="description" className="text-sm text-ink-2">
          {description}
        </Text>
      )}
      <FieldError className="flex items-start gap-1.5 text-sm font-medium text-bad">
        {({ validationErrors }) => (
          <>
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{errorMessage ?? validationErrors.join(' ')}</span>
          </>
        )}
      </FieldError>
    </>
  )
}
