import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ask, tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { HOMES } from '#features/access/rules.ts'
import { ClientData, type ReplyOfClient, readClient, saveClient } from '../contract.ts'
import { AccountStage } from './AccountStage.tsx'
import { ClientFields, ClientKindField, type ClientValues, withoutEmpty } from './ClientFields.tsx'
import { useSignUpAddress } from './signUp.ts'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/**
 * A client completes what the sign-up didn't ask, and goes on where the address says.
 * @param onSaved lets the rest of the house know
 */
export function SignUpClientUpdatePage({ onSaved }: { onSaved: () => Promise<void> }) {
  const { t } = useTexts(spoken)
  const client = useQuery(ask(readClient))
  return (
    <AccountStage stage="client" title={t('client_update.title')} lead={t('client_update.lead')} isWide>
      <Loaded query={client} waiting={<Skeleton lines={6} />}>
        {(data) => <ClientForm client={data} onSaved={onSaved} />}
      </Loaded>
    </AccountStage>
  )
}

function ClientForm({ client, onSaved }: { client: ReplyOfClient; onSaved: () => Promise<void> }) {
  const { t } = useTexts(spoken)
  const navigate = useNavigate()
  const { city, next } = useSignUpAddress()
  const form = useForm<ClientValues, unknown, ClientData>({
    resolver: resolverOf<ClientValues, ClientData>(ClientData, { from: withoutEmpty }),
    defaultValues: {
      client_kind: client.client_kind ?? 'PERSONAL',
      phone: client.phone ?? '',
      city: client.city ?? city,
      legal_name: client.legal_name ?? '',
      tax_id: client.tax_id ?? '',
    },
  })
  const { control, formState } = form
  const save = useMutation(tell(saveClient, { refreshes: [readClient] }))

  const submit = submitOf(form, async (body) => {
    await save.mutateAsync({ body })
    await onSaved()
    toast.success(t('client_update.saved'))
    void navigate(next ?? HOMES.TALENT_HUNTER)
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{formState.errors.root?.message}</FormError>
      <ClientKindField control={control} />
      <ClientFields control={control} />
      <Button type="submit" size="lg" isPending={formState.isSubmitting}>
        {t('client_update.submit')}
      </Button>
    </form>
  )
}
