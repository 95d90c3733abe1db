import { useMutation, useQuery } from '@tanstack/react-query'
import { Laptop, LogOut, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { listSessions, revokeOtherSessions, revokeSession, type Session } from '../contract.ts'
import { deviceOf } from '../rules.device.ts'
import { accountTexts } from './texts.ts'

const spoken = texts(accountTexts)

/** So many are listed at first. */
const FIRST = 5

/** Where one is signed in; any other place can be signed out. For /profile. */
export function SessionsPanel() {
  const { t } = useTexts(spoken)
  const sessions = useQuery(ask(listSessions))
  const [isAsking, setAsking] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const revokeOthers = useMutation(tell(revokeOtherSessions, { refreshes: [listSessions] }))
  const all = sessions.data?.results ?? []
  const others = all.filter(({ current }) => !current)
  return (
    <Card
      title={t('sessions.title')}
      action={
        others.length > 0 && (
          <Button size="sm" variant="quiet" icon={<LogOut aria-hidden />} onPress={() => setAsking(true)}>
            {t('sessions.revoke_others')}
          </Button>
        )
      }
    >
      <Loaded query={sessions} waiting={<Skeleton lines={3} />}>
        {() => (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {(isWhole ? all : all.slice(0, FIRST)).map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            {!isWhole && all.length > FIRST && (
              <Button size="sm" variant="quiet" className="mt-2 -ml-3" onPress={() => setWhole(true)}>
                {t('sessions.show_all', { count: all.length })}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        title={t('sessions.revoke_others')}
        confirmLabel={t('sessions.revoke')}
        cancelLabel={t('sessions.cancel')}
        isOpen={isAsking}
        onOpenChange={setAsking}
        isPending={revokeOthers.isPending}
        onConfirm={() =>
          revokeOthers.mutate(
            {},
            {
              onSuccess: ({ revoked }) => {
                setAsking(false)
                toast.success(t('sessions.revoked', { count: revoked }))
              },
            },
          )
        }
      >
        {t('sessions.revoke_others_text')}
        <FormError className="mt-3">{revokeOthers.error?.message}</FormError>
      </ConfirmDialog>
    </Card>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  const revoke = useMutation(tell(revokeSession, { refreshes: [listSessions] }))
  const { browser, system, isPhone } = deviceOf(session.user_agent)
  const name = browser
    ? t('sessions.device', { browser, system: system ?? '' }).trim()
    : t('sessions.unknown')
  const Icon = isPhone ? Smartphone : Laptop
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden className="size-6 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {session.current && <Badge tone="ok">{t('sessions.here')}</Badge>}
        </p>
        <p className="text-sm text-ink-2">
          {t('sessions.used', {
            date: format.date(session.last_used_at),
            time: format.time(session.last_used_at),
            ip: session.ip ?? '–',
          })}
        </p>
        <FormError className="mt-2">{revoke.error?.message}</FormError>
      </div>
      {!session.current && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('sessions.revoke_one', { name })}
          isPending={revoke.isPending}
          onPress={() => revoke.mutate({ params: { id: session.id } })}
        >
          {t('sessions.revoke')}
        </Button>
      )}
    </li>
  )
}
