import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FormError } from './FormError.tsx'

/** A form in a dialog: fields, what is wrong with the whole, and at the foot "cancel" and what sends it. */
export function FormDialog({
  title,
  closeLabel,
  cancelLabel,
  submitLabel,
  submitIcon,
  onSubmit,
  isSubmitting,
  isDisabled,
  isDangerous,
  maxWidth,
  error,
  onClose,
  className = 'flex flex-col gap-5',
  children,
}: {
  title: string
  /** Read by screen readers on the × button. */
  closeLabel: string
  cancelLabel: string
  submitLabel: string
  submitIcon?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isSubmitting: boolean
  /** It can't be sent as it stands. */
  isDisabled?: boolean
  /** What is sent can't simply be taken back. */
  isDangerous?: boolean
  maxWidth?: number
  /** What is wrong with the form as a whole. */
  error: string | undefined
  onClose: () => void
  /** How the fields lie, e.g. in two columns. */
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <Dialog
      title={title}
      closeLabel={closeLabel}
      isOpen
      // A click beside it would lose what was typed.
      isDismissable={false}
      {...(maxWidth ? { maxWidth } : {})}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={isDangerous ? 'danger' : 'primary'}
            isPending={isSubmitting}
            isDisabled={isDisabled ?? false}
            icon={submitIcon}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit}>
        <div className={className}>{children}</div>
        <FormError className="mt-5">{error}</FormError>
      </form>
    </Dialog>
  )
}
