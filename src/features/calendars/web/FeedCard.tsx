import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { buttonStyle } from '#core/web/ui/buttonStyle.ts'
import { Card } from '#core/web/ui/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/ConfirmDialog.tsx'
import { CopyField } from '#core/web/ui/CopyField.tsx'
import { closeFeed, type Feed, openFeed, readSync, renewFeed } from '../contract.ts'
import { subscribing } from '../rules.ts'
import { calendarSyncTexts } from './texts.ts'
import { whose } from './whose.ts'

const spoken = texts(calendarSyncTexts)

const PROGRAMS = ['google', 'apple', 'outlook'] as const
const REFRESHES = [readSync]

/** The address that goes out: made, copied, subscribed to, changed, turned off. */
export function FeedCard({
  feed,
  what,
  project,
  name,
}: {
  feed: Feed | null
  what: 'gigs' | 'events' | 'lessons'
  project: number | undefined
  name: string
}) {
  const { t } = useTexts(spoken)
  const open = useMutation(tell(openFeed, { refreshes: REFRESHES }))
  return (
    <Card title={t('calendars.out.title')} as="h3">
      <p className="mb-4 text-ink-2">{t(`calendars.out.${what}`)}</p>
      {feed ? (
        <Address feed={feed} project={project} name={name} />
      ) : (
        <Button
          isPending={open.isPending}
          onPress={() => open.mutate(whose(project), { onError: (error) => toast.error(error.message) })}
        >
          {t('calendars.out.open')}
        </Button>
      )}
    </Card>
  )
}

function Address({ feed, project, name }: { feed: Feed; project: number | undefined; name: string }) {
  const { t } = useTexts(spoken)
  const [asking, setAsking] = useState<'renew' | 'close' | null>(null)
  const renew = useMutation(tell(renewFeed, { refreshes: REFRESHES }))
  const close = useMutation(tell(closeFeed, { refreshes: REFRESHES }))
  const links = subscribing(feed.url, name)
  const settled = (said: string) => ({
    onSuccess: () => toast.success(said),
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => setAsking(null),
  })
  return (
    <div className="flex flex-col gap-4">
      <CopyField
        label={t('calendars.out.address')}
        value={feed.url}
        said={{
          copy: t('calendars.out.copy'),
          copied: t('calendars.out.copied'),
          notCopied: t('calendars.out.not_copied'),
        }}
      >
        {t('calendars.out.secret')}
      </CopyField>
      <p className="flex flex-wrap gap-2">
        {PROGRAMS.map((program) => (
          <a
            key={program}
            href={links[program]}
            // Apple's opens a program on the device; the others are pages.
            {...(program === 'apple' ? {} : { target: '_blank', rel: 'noreferrer' })}
            className={buttonStyle('secondary', 'sm')}
          >
            {t(`calendars.out.${program}`)}
          </a>
        ))}
      </p>
      <div className="flex flex-wrap gap-2 border-t border-line pt-3">
        <Button variant="quiet" size="sm" onPress={() => setAsking('renew')}>
          {t('calendars.out.renew')}
        </Button>
        <Button variant="quiet" size="sm" onPress={() => setAsking('close')}>
          {t('calendars.out.close')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('calendars.out.renew_title')}
        confirmLabel={t('calendars.out.renew')}
        cancelLabel={t('calendars.cancel')}
        isOpen={asking === 'renew'}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        isPending={renew.isPending}
        isDangerous
        onConfirm={() => renew.mutate(whose(project), settled(t('calendars.out.renewed')))}
      >
        {t('calendars.out.renew_text')}
      </ConfirmDialog>
      <ConfirmDialog
        title={t('calendars.out.close_title')}
        confirmLabel={t('calendars.out.close')}
        cancelLabel={t('calendars.cancel')}
        isOpen={asking === 'close'}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        isPending={close.isPending}
        isDangerous
        onConfirm={() => close.mutate(whose(project), settled(t('calendars.out.closed')))}
      >
        {t('calendars.out.close_text')}
      </ConfirmDialog>
    </div>
  )
}
