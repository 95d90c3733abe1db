import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileArchive, RotateCw } from 'lucide-react'
import { useArrival } from '#core/web/address.ts'
import { ask, tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { type AccountExport, linkExport, readExport, startExport } from '../contract.data.ts'
import { accountTexts } from './texts.ts'

const spoken = texts(accountTexts)

/** How often the page asks how far a copy is. */
const POLL_MS = 1500

const isUnderWay = (copy: AccountExport | null | undefined) =>
  copy?.status === 'queued' || copy?.status === 'running'

/** A copy of one's data: have it made, watch it grow, fetch it. For /profile; the mail leads to `#data`. */
export function DataCard() {
  const { t } = useTexts(spoken)
  const place = useArrival('data')
  const copy = useQuery({
    ...ask(readExport),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.export) ? POLL_MS : false),
  })
  const start = useMutation(tell(startExport, { refreshes: [readExport] }))
  const current = copy.data?.export ?? null
  const button = (label: string, variant: 'primary' | 'secondary') => (
    <Button
      variant={variant}
      icon={current ? <RotateCw aria-hidden /> : <FileArchive aria-hidden />}
      isPending={start.isPending}
      onPress={() => start.mutate({})}
    >
      {label}
    </Button>
  )
  return (
    <div ref={place} id="data" className="scroll-mt-24">
      <Card title={t('data.title')}>
        <p className="mb-4 max-w-reading text-ink-2">{t('data.text')}</p>
        <Loaded query={copy} waiting={<Skeleton lines={2} />}>
          {() => (
            <>
              <div role="status" className="flex flex-col gap-3">
                {current?.status === 'ready' && <Ready copy={current} />}
                {current && isUnderWay(current) && (
                  <>
                    <ProgressBar label={t(`data.${current.status}`)} value={current.progress} />
                    <p className="text-sm text-ink-2">{t('data.leave')}</p>
                  </>
                )}
                {current?.status === 'failed' && (
                  <div>
                    <p className="font-semibold">{t('data.failed')}</p>
                    <p className="text-ink-2">{t('data.failed_text')}</p>
                  </div>
                )}
              </div>
              <div className={current ? 'mt-4' : ''}>
                {!current && button(t('data.start'), 'primary')}
                {current?.status === 'ready' && button(t('data.again'), 'secondary')}
                {current?.status === 'failed' && button(t('boundary.retry'), 'primary')}
              </div>
            </>
          )}
        </Loaded>
        <FormError className="mt-3">{start.error?.message}</FormError>
      </Card>
    </div>
  )
}

function Ready({ copy }: { copy: AccountExport }) {
  const { t } = useTexts(spoken)
  const format = useFormat()
  const link = useMutation(
    tell(linkExport, {
      // The browser downloads by itself: a copy may be larger than what a page should hold.
      onTold: ({ url }) => {
        const anchor = document.createElement('a')
        anchor.href = url
        anchor.download = ''
        anchor.click()
      },
    }),
  )
  const megabytes = (copy.bytes ?? 0) / 1_000_000
  const size = format.number(megabytes >= 1 ? megabytes : megabytes * 1000, {
    style: 'unit',
    unit: megabytes >= 1 ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: megabytes >= 10 ? 0 : 1,
  })
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <FileArchive aria-hidden className="size-8 shrink-0 text-ink-2" strokeWidth={1.5} />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{t('data.ready')}</p>
        <p className="text-sm text-ink-2">
          {t('data.ready_text', { size, date: format.date(copy.expires_at ?? '', undefined, 'long') })}
        </p>
      </div>
      <Button icon={<Download aria-hidden />} isPending={link.isPending} onPress={() => link.mutate({})}>
        {t('data.download')}
      </Button>
      <FormError className="basis-full">{link.error?.message}</FormError>
    </div>
  )
}
