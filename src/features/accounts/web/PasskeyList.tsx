import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { call, SpokenError, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { fetched } from '#core/web/ui/later.tsx'
import { addPasskey, beginPasskey, type Passkey, readFactors, removePasskey } from '../contract.factors.ts'
import { listSessions } from '../contract.ts'
import { deviceOf } from '../rules.device.ts'
import { FactorRow } from './FactorRow.tsx'
import { knowsPasskeys } from './knowsPasskeys.ts'
import { factorTexts } from './texts.ts'

const spoken = texts(factorTexts)

/** The passkeys of an account: added and removed. */
export function PasskeyList({
  passkeys,
  hasOther,
  onAdded,
}: {
  passkeys: readonly Passkey[]
  /** Something else is asked for besides the password. */
  hasOther: boolean
  /** With the recovery codes, where there were none before. */
  onAdded: (codes: string[]) => void
}) {
  const { t } = useTexts(spoken)
  const send = useMutation(
    tell(addPasskey, {
      refreshes: [readFactors, listSessions],
      onTold: ({ recovery_codes }) => onAdded(recovery_codes),
    }),
  )
  const add = useMutation({
    mutationFn: async () => {
      const { makePasskey } = await fetched(() => import('./passkeys.ts'))
      return send.mutateAsync({ body: { passkey: await makePasskey(await call(beginPasskey)) } })
    },
  })
  // Nobody is offered what their browser can't do; what there is can be removed all the same.
  if (!knowsPasskeys() && passkeys.length === 0) return null
  return (
    <FactorRow
      icon={<Fingerprint aria-hidden className="size-8 shrink-0 text-ink-2" strokeWidth={1.5} />}
      name={t('factors.passkeys')}
      note={t('factors.passkeys_text')}
      action={
        knowsPasskeys() && (
          <Button variant="secondary" isPending={add.isPending} onPress={() => add.mutate()}>
            {t('factors.passkey_add')}
          </Button>
        )
      }
    >
      <FormError className="w-full">
        {add.error instanceof SpokenError
          ? add.error.message
          : add.error && t('common:errors.common.generic')}
      </FormError>
      {passkeys.length > 0 && (
        <ul className="w-full divide-y divide-line border-line border-t">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isLast={passkeys.length === 1 && !hasOther} />
          ))}
        </ul>
      )}
    </FactorRow>
  )
}

function PasskeyRow({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation(
    tell(removePasskey, {
      refreshes: [readFactors, listSessions],
      onTold: () => toast.success(t('factors.passkey_off_done')),
    }),
  )
  const { browser, system } = deviceOf(passkey.user_agent)
  const name =
    browser && system ? t('factors.passkey_here', { browser, system }) : t('factors.passkey_unknown')
  const since = t('factors.passkey_since', { date: format.date(passkey.created_at) })
  const used = passkey.used_at && t('factors.passkey_used', { date: format.date(passkey.used_at) })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-2">{used ? `${since} · ${used}` : since}</p>
      </div>
      <Button
        size="sm"
        variant="quiet"
        aria-label={t('factors.passkey_off_of', { name })}
        onPress={() => setAsking(true)}
      >
        {t('factors.passkey_off')}
      </Button>
      <ConfirmDialog
        title={t('factors.passkey_off_title')}
        confirmLabel={t('factors.passkey_off')}
        cancelLabel={t('factors.cancel')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={remove.isPending}
        isDangerous
        onConfirm={() => remove.mutate({ params: { id: passkey.id } })}
      >
        <p>{t(isLast ? 'factors.passkey_off_last' : 'factors.passkey_off_text')}</p>
        <p className="mt-3 text-ink-2">{t('factors.passkey_kept')}</p>
        <FormError className="mt-3">{remove.error?.message}</FormError>
      </ConfirmDialog>
    </li>
  )
}
