import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { AddressDraft, type Order, saveAddress } from '#features/hiring/desk/contract.ts'
import { addressTexts } from '#features/hiring/web/texts.ts'
import { useOrderChange } from '#features/hiring/web/useOrder.ts'

const spoken = texts(addressTexts)

/** Where the street stands once it is said: what somebody has signed stays as it was signed. */
function goesIn({ stage, requests }: Pick<Order, 'stage' | 'requests'>) {
  if (stage === 'confirmed' || stage === 'tracking') return 'sheet'
  return requests.some(({ status }) => status === 'accepted') ? 'unsigned' : 'agreements'
}

/**
 * Asks where the event is exactly, which a short brief begins without, beside what needs it; nothing waits for it. Where it
 * is said already, it is put right here.
 */
export function AddressNote({
  order,
  address = '',
  as: Heading = 'h2',
  onSaved,
  onLeave,
}: {
  order: Pick<Order, 'id' | 'stage' | 'requests'>
  /** As it was said; none where it is missing. */
  address?: string
  as?: 'h2' | 'h3'
  onSaved?: () => void
  /** Leaves it as it was said. */
  onLeave?: () => void
}) {
  const { t } = useTexts(spoken)
  const form = useForm({ resolver: resolverOf(AddressDraft), defaultValues: { address } })
  const own = useRef<HTMLFormElement>(null)
  const panel = useRef<Element | null>(null)
  const remember = () => {
    panel.current = own.current?.closest('section, article, main') ?? null
  }
  const save = useOrderChange(
    (body: { address: string }) => call(saveAddress, { params: { id: order.id }, body }),
    {
      onDone: () => {
        remember()
        toast.success(t('order.address.saved'))
        onSaved?.()
      },
    },
  )
  // Whoever presses to put it right writes at once.
  useEffect(() => {
    if (address) own.current?.querySelector('input')?.focus()
  }, [address])
  // What is answered goes: whoever works by keyboard goes on where it stood, at the heading of that panel.
  useEffect(() => () => beginAt(panel.current), [])
  const { errors, isSubmitting } = form.formState
  const title = t(address ? 'order.address.correct' : 'order.address.title')
  return (
    <form
      ref={own}
      noValidate
      aria-label={title}
      onSubmit={submitOf(form, (body) => save.mutateAsync(body))}
      className="grid gap-3 rounded-card bg-warn-tint p-5"
    >
      <Heading className="font-semibold">{title}</Heading>
      <p>{t(`order.address.text_${goesIn(order)}`)}</p>
      <FormText
        control={form.control}
        name="address"
        label={t('order.address.label')}
        description={t('order.address.help')}
        maxLength={200}
        isRequired
      />
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" isPending={isSubmitting}>
          {t('order.address.save')}
        </Button>
        {onLeave && (
          <Button
            variant="quiet"
            onPress={() => {
              remember()
              onLeave()
            }}
          >
            {t('order.address.leave')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Gives the focus to the first heading of a panel; a heading has none but then. */
function beginAt(panel: Element | null) {
  const heading = panel?.querySelector('h1, h2, h3')
  if (!(heading instanceof HTMLElement)) return
  heading.tabIndex = -1
  heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true })
  heading.focus({ preventScroll: true })
}
