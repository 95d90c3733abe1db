import { useMutation } from '@tanstack/react-query'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { useWords } from '#features/hiring/web/words.ts'
import { answerStandBy, listStandBys, type StandBy } from '../contract.backups.ts'
import { backupTexts } from './texts.ts'

const spoken = texts(backupTexts)

const REFRESHES = [listStandBys]

/** The moments to stand by for, each with its answer. */
export function StandByList({ rows }: { rows: readonly StandBy[] }) {
  const { t } = useTexts(spoken)
  return (
    <Card title={t('standby.title')}>
      <p className="max-w-reading text-ink-2">{t('standby.text')}</p>
      <ul className="mt-4 divide-y divide-line">
        {rows.map((row) => (
          <StandByRow key={row.id} row={row} />
        ))}
      </ul>
    </Card>
  )
}

function StandByRow({ row }: { row: StandBy }) {
  const { t } = useTexts(spoken)
  const { date, time, nameOf } = useFormat()
  const words = useWords()
  const answer = useMutation(tell(answerStandBy, { refreshes: REFRESHES }))
  const say = (stands: boolean) =>
    answer.mutateAsync({ params: { id: row.id }, body: { stands } }).then(
      () => toast.success(t(stands ? 'standby.said_yes' : 'standby.said_no')),
      (error: Error) => toast.error(error.message),
    )
  const what = [words.type(row.type), row.city].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="font-semibold">{what}</p>
        <p className="text-sm text-ink-2">
          {date(row.starts_at, row.zone, 'short')}, {time(row.starts_at, row.zone)}–
          {time(row.ends_at, row.zone)} · {words.intent(row.intent)} · {nameOf(row.project_name)}
        </p>
        {row.state === 'asked' && row.reply_by && (
          <p className="text-sm text-ink-2">
            {t('standby.until', {
              until: `${date(row.reply_by, row.zone, 'day')}, ${time(row.reply_by, row.zone)}`,
            })}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {row.state === 'standing' && <Badge tone="ok">{t('standby.standing')}</Badge>}
        {row.mine && row.state === 'asked' && (
          <Button size="sm" isPending={answer.isPending} onPress={() => say(true)}>
            {t('standby.yes')}
            <span className="sr-only">: {what}</span>
          </Button>
        )}
        {row.mine && (
          <Button variant="secondary" size="sm" isPending={answer.isPending} onPress={() => say(false)}>
            {t(row.state === 'asked' ? 'standby.no' : 'standby.leave')}
            <span className="sr-only">: {what}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
