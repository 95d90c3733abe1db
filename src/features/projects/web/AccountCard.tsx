import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { later } from '#core/web/ui/later.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import type { Profile } from '../contract.ts'
import { projectTexts } from './texts.ts'

const spoken = texts(projectTexts)

const AccountForm = later(async () => (await import('./AccountForm.tsx')).AccountForm)

/** One's own account data, changed in place. */
export function AccountCard({ profile }: { profile: Profile }) {
  const { t, word } = useTexts(spoken)
  const [isEditing, setEditing] = useState(false)
  const rows: [string, string | null][] = [
    ['name', profile.name],
    ['email', profile.email],
    ['phone', profile.phone],
    ['city', profile.city],
    ...(profile.client_kind === 'BUSINESS'
      ? ([
          ['legal_name', profile.legal_name],
          ['tax_id', profile.tax_id],
        ] as [string, string | null][])
      : []),
    ['language', t(`projects.languages.${profile.language}`)],
  ]
  return (
    <Card
      title={t('projects.account.title')}
      action={
        <Button variant="quiet" size="sm" icon={<Pencil aria-hidden />} onPress={() => setEditing(true)}>
          {t('projects.edit')}
        </Button>
      }
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {rows.map(([key, value]) => (
          <div key={key} className="min-w-0">
            <dt className="text-sm text-ink-2">{word('projects.account', key)}</dt>
            <dd className="font-medium break-words">
              {value ?? <span className="text-ink-3">{t('projects.account.none')}</span>}
              {key === 'email' && (
                <Badge tone={profile.verified ? 'ok' : 'warn'} className="ml-2">
                  {t(profile.verified ? 'projects.account.verified' : 'projects.account.unverified')}
                </Badge>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isEditing && (
        <Dialog
          title={t('projects.account.title')}
          closeLabel={t('projects.cancel')}
          isOpen
          onOpenChange={setEditing}
          isDismissable={false}
        >
          <Suspense fallback={<Skeleton lines={6} />}>
            <AccountForm
              profile={profile}
              onCancel={() => setEditing(false)}
              onSaved={() => {
                setEditing(false)
                toast.success(t('projects.saved'))
              }}
            />
          </Suspense>
        </Dialog>
      )}
    </Card>
  )
}
