import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ask, tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { Loaded } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { UnsavedGuard } from '#features/accounts/web/UnsavedGuard.tsx'
import { INSTRUMENTS } from '#features/projects/contract.ts'
import {
  type Learned,
  type LearnedDraft,
  MOST_LEARNED,
  readLearned,
  saveLearned,
} from '../contract.learner.ts'
import { SKILL_LEVELS } from '../contract.ts'
import { experienceOf } from '../rules.ts'
import { experienceTexts, instrumentTexts } from './texts.ts'

const spoken = texts(instrumentTexts, experienceTexts, instrumentNames)

/** /instruments of somebody who learns: what they play, since when, and how well. No project is asked for. */
export function LearnedPage() {
  const { t } = useTexts(spoken)
  const list = useQuery(ask(readLearned))
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader title={t('instruments.learned.title')} />
      <Loaded
        query={list}
        waiting={<Skeleton className="h-72 rounded-card" />}
        failed={t('instruments.load_error')}
      >
        {({ results }) => <Form learned={results} />}
      </Loaded>
    </div>
  )
}

const draftsOf = (learned: readonly Learned[]): LearnedDraft[] =>
  learned.map(({ name, since_year, level }) => ({ name, since_year, level }))

function Form({ learned }: { learned: readonly Learned[] }) {
  const { t } = useTexts(spoken)
  const [rows, setRows] = useState(() => draftsOf(learned))
  const save = useMutation(tell(saveLearned, { refreshes: [readLearned] }))
  const isChanged = JSON.stringify(rows) !== JSON.stringify(draftsOf(learned))
  const change = (at: number, more: Partial<LearnedDraft>) =>
    setRows(rows.map((row, n) => (n === at ? { ...row, ...more } : row)))
  const free = INSTRUMENTS.filter((name) => rows.every((row) => row.name !== name))
  const year = new Date().getFullYear()
  return (
    <Card title={t('instruments.learned.list')}>
      <p className="mb-4 text-ink-2">{t('instruments.learned.text')}</p>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(
            { body: { instruments: rows } },
            { onSuccess: () => toast.success(t('instruments.learned.saved')) },
          )
        }}
      >
        <ul className="flex flex-col divide-y divide-line">
          {rows.map((row, at) => {
            const experience = experienceOf(row.since_year, new Date())
            const name = t(`business:terms.instruments.${row.name}`)
            return (
              <li
                key={row.name}
                className="grid items-end gap-4 py-4 first:pt-0 sm:grid-cols-[2fr_1fr_2fr_11rem]"
              >
                <SelectBox
                  label={t('instruments.learned.name')}
                  options={[row.name, ...free].map((value) => ({
                    value,
                    label: t(`business:terms.instruments.${value}`),
                  }))}
                  value={row.name}
                  onChange={(value) => change(at, { name: value })}
                />
                <PlainField label={t('instruments.learned.since')}>
                  {({ className, ...control }) => (
                    <input
                      {...control}
                      className={className}
                      type="number"
                      min={1930}
                      max={year}
                      value={row.since_year ?? ''}
                      onChange={({ target }) =>
                        change(at, { since_year: target.value ? Number(target.value) : null })
                      }
                    />
                  )}
                </PlainField>
                <SelectBox
                  label={t('instruments.learned.level')}
                  placeholder={t('instruments.learned.choose')}
                  options={SKILL_LEVELS.map((value) => ({
                    value,
                    label: t(`instruments.levels.${value}`),
                  }))}
                  value={row.level}
                  onChange={(value) => change(at, { level: value })}
                />
                <div className="flex min-h-11 items-center justify-between gap-4 sm:min-h-10">
                  {experience ? (
                    <Badge tone="ok">{t(`business:terms.experience.${experience}`)}</Badge>
                  ) : (
                    <span />
                  )}
                  <Button
                    variant="quiet"
                    isIconOnly
                    icon={<Trash2 aria-hidden />}
                    aria-label={t('instruments.learned.remove', { name })}
                    onPress={() => setRows(rows.filter((_, n) => n !== at))}
                  />
                </div>
              </li>
            )
          })}
        </ul>
        {rows.length === 0 && <p className="text-ink-2">{t('instruments.learned.none')}</p>}
        <FormError>{save.error?.message}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isDisabled={!isChanged} isPending={save.isPending}>
            {t('instruments.learned.save')}
          </Button>
          {rows.length < MOST_LEARNED && free[0] && (
            <Button
              variant="secondary"
              icon={<Plus aria-hidden />}
              onPress={() => {
                const [name] = free
                if (name) setRows([...rows, { name, since_year: null, level: null }])
              }}
            >
              {t('instruments.learned.add')}
            </Button>
          )}
        </div>
      </form>
      <UnsavedGuard isOn={isChanged} />
    </Card>
  )
}
