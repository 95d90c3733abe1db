import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { ReplyOf } from '#core/contract/endpoint.ts'
import { type ApiError, call, keyOf, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { QrCode } from '#core/web/ui/QrCode.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { beginTotp, confirmTotp, readFactors, TotpProof } from '../contract.factors.ts'
import { listSessions } from '../contract.ts'
import { accountDialogTexts, accountRefusals, factorTexts } from './texts.ts'

const spoken = texts(factorTexts, accountRefusals, accountDialogTexts)

/** Sets an app up that makes codes: a picture to read or a secret to type, then one of its codes. */
export function TotpDialog({
  onClose,
  onDone,
}: {
  onClose: () => void
  /** With the recovery codes, where there were none before. */
  onDone: (codes: string[]) => void
}) {
  const { t } = useTexts(spoken)
  // A new secret each time that the dialog opens: nothing of it is kept.
  const begun = useQuery<ReplyOf<typeof beginTotp>, ApiError>({
    queryKey: keyOf(beginTotp),
    queryFn: () => call(beginTotp),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const form = useForm<{ totp: string }>({
    resolver: resolverOf<{ totp: string }>(TotpProof),
    defaultValues: { totp: '' },
  })
  const confirm = useMutation(tell(confirmTotp, { refreshes: [readFactors, listSessions] }))
  return (
    <FormDialog
      title={t('factors.setup_title')}
      closeLabel={t('factors.cancel')}
      cancelLabel={t('factors.cancel')}
      submitLabel={t('factors.setup_confirm')}
      onSubmit={submitOf(form, async (body) => {
        const { recovery_codes } = await confirm.mutateAsync({ body })
        onDone(recovery_codes)
      })}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={!begun.data}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={520}
    >
      <Loaded query={begun} waiting={<Skeleton className="h-64" />}>
        {({ secret, uri }) => (
          <>
            <p>{t('factors.setup_scan')}</p>
            <QrCode text={uri} label={t('factors.setup_picture')} />
            <p className="text-ink-2">
              {t('factors.setup_type')}{' '}
              <code className="font-semibold text-ink">{secret.replace(/.{4}(?!$)/g, '$& ')}</code>
            </p>
            <FormText
              control={form.control}
              name="totp"
              label={t('factors.setup_code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              isRequired
            />
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}
