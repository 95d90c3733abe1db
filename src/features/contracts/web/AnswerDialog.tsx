import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { requestTexts } from '#features/budgets/web/texts.ts'
import { listVersions, proposeAmendment } from '../contract.papers.ts'
import { type Agreement, rejectContract, reviseContract } from '../contract.ts'
import { type People, PeopleFields } from './PeopleFields.tsx'
import { contractPaperTexts, contractTexts } from './texts.ts'

const spoken = texts(contractTexts, contractPaperTexts, requestTexts)

const TOLD = {
  revise: 'contracts.toast.revised',
  amend: 'papers.amend.proposed',
  reject: 'contracts.toast.rejected',
} as const

/** The fewest letters that make a reason. */
const LEAST = 3

interface Values extends People {
  words: string
}

/** Where the form keeps what the server answers about. */
const NAMES: Record<string, string> = { special_terms: 'words', reason: 'words' }

/** Changing the terms, at once or by an amendment, or letting the agreement go with a reason. */
export function AnswerDialog({
  agreement,
  what,
  refreshes,
  onClose,
}: {
  agreement: Agreement
  what: 'revise' | 'amend' | 'reject'
  refreshes: readonly Endpoint[]
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const { terms, side } = agreement
  const isChange = what !== 'reject'
  // Who signs and pays for the buyer is for the buyer to say.
  const saysPeople = isChange && side === 'hunter'
  const form = useForm<Values>({
    defaultValues: {
      words: isChange ? terms.special_terms : '',
      signer: { name: terms.signer?.name ?? '', role: terms.signer?.role ?? '' },
      payer: { name: terms.payer?.name ?? '', tax_id: terms.payer?.tax_id ?? '' },
    },
  })
  const onTold = () => {
    toast.success(t(TOLD[what]))
    onClose()
  }
  const revise = useMutation(tell(reviseContract, { refreshes, onTold }))
  const amend = useMutation(tell(proposeAmendment, { refreshes: [...refreshes, listVersions], onTold }))
  const reject = useMutation(tell(rejectContract, { refreshes, onTold }))
  const params = { id: agreement.id }
  const submit = submitOf(
    form,
    ({ words, signer, payer }) => {
      if (what === 'reject') return reject.mutateAsync({ params, body: { reason: words } })
      const people = saysPeople
        ? { signer: signer.name.trim() ? signer : null, payer: payer.name.trim() ? payer : null }
        : {}
      const body = { special_terms: words, ...people }
      return what === 'amend' ? amend.mutateAsync({ params, body }) : revise.mutateAsync({ params, body })
    },
    (field) => NAMES[field] ?? field,
  )
  const words = what === 'amend' ? 'papers.amend' : (`contracts.${what}` as const)
  return (
    <FormDialog
      title={t(`${words}.title`)}
      closeLabel={t('budgets.close')}
      cancelLabel={t('contracts.back')}
      submitLabel={t(`${words}.send`)}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={what === 'reject' && form.watch('words').trim().length < LEAST}
      isDangerous={what === 'reject'}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={520}
      className="flex flex-col gap-4"
    >
      <p className="text-ink-2">{t(`${words}.text`)}</p>
      <FormTextArea
        control={form.control}
        name="words"
        shared
        label={t(`${words}.words`)}
        rows={5}
        maxLength={isChange ? 2000 : 500}
      />
      {saysPeople && <PeopleFields control={form.control} />}
    </FormDialog>
  )
}
