import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError, call, keyOf, refresh, unreached } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { Badge } from '#core/web/ui/Badge.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { ProgressBar } from '#core/web/ui/ProgressBar.tsx'
import { MOST_OF_UNIT, UNIT_OF_METRIC } from '#features/hiring/brief/rules.ts'
import { SaveNote } from '#features/hiring/brief/web/SaveNote.tsx'
import { listOrders, readOrder } from '#features/hiring/desk/contract.ts'
import { sectionsTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { readInsights } from '../contract.insights.ts'
import {
  ARRIVALS,
  COMMENT_MAX,
  type HostSurvey,
  readResults,
  readSurvey,
  saveSurvey,
  sendSurvey,
} from '../contract.ts'
import { unanswered, withAnswers } from '../rules.ts'
import { ChoiceField, chosenOf, LIKELIHOODS, MARKS } from './ChoiceField.tsx'
import { resultsTexts, surveyTexts } from './texts.ts'
import { useAnswers } from './useAnswers.ts'

const spoken = texts(surveyTexts, resultsTexts, sectionsTexts)

/** What the host is asked after an event: one thumb, two minutes, and to be gone on with at any time. */
export function SurveyForm({ survey, onSent }: { survey: HostSurvey; onSent: () => void }) {
  const { t, word } = useTexts(spoken)
  const { number, time, nameOf } = useFormat()
  const words = useWords()
  const client = useQueryClient()
  const params = { id: survey.order_id }
  const { answers, give, flush, state, refusal } = useAnswers(survey.answers, withAnswers, async (body) => {
    client.setQueryData(keyOf(readSurvey, { params }), await call(saveSurvey, { params, body }))
  })
  const [isChecked, setChecked] = useState(false)
  const lacking = unanswered(survey, answers)
  const count = Object.keys(lacking).length
  const needed = 1 + survey.moments.length
  const problemAt = (field: string) => (isChecked && lacking[field] ? t('validation.required') : undefined)
  const send = useMutation({
    mutationFn: async () => {
      // What was refused is said by itself; what never got there, here.
      if (!(await flush())) throw unreached()
      const sent = await call(sendSurvey, { params })
      onSent()
      client.setQueryData(keyOf(readSurvey, { params }), sent)
      toast.success(t('survey.sent'))
      await refresh(client, [readResults, readInsights, readOrder, listOrders])
    },
  })
  const failure = refusal ?? (send.error instanceof ApiError ? send.error : null)
  const { aim } = survey

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        const form = event.currentTarget
        if (count === 0) send.mutate()
        // The first question without an answer; it is marked by the time the page is drawn anew.
        else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid] input')?.focus())
      }}
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-2">
          {t('survey.intro')} {t('survey.private')}
        </p>
        <ProgressBar
          label={t('survey.progress')}
          value={needed - count}
          max={needed}
          valueText={`${needed - count} / ${needed}`}
        />
        <SaveNote state={state} />
      </div>

      <Card>
        <ChoiceField
          label={t('survey.nps.title')}
          ends={[t('survey.nps.from'), t('survey.nps.to')]}
          options={LIKELIHOODS}
          columns={11}
          value={chosenOf(answers.nps)}
          onChange={(value) => give({ nps: Number(value) })}
          errorMessage={problemAt('nps')}
        />
      </Card>

      <Card title={t('survey.moments.title')}>
        {survey.moments.length === 0 ? (
          <p className="text-ink-2">{t('survey.moments.none')}</p>
        ) : (
          <div className="flex flex-col gap-6">
            {survey.moments.map((moment) => (
              <ChoiceField
                key={moment.slot_id}
                label={moment.title ?? words.intent(moment.intent)}
                description={`${time(moment.starts_at, survey.zone)}–${time(moment.ends_at, survey.zone)}, ${nameOf(moment.project_name)}`}
                ends={[t('survey.moments.from'), t('survey.moments.to')]}
                options={MARKS}
                columns={5}
                value={chosenOf(answers.satisfaction.find((one) => one.slot_id === moment.slot_id)?.mark)}
                onChange={(value) =>
                  give({ satisfaction: [{ slot_id: moment.slot_id, mark: Number(value) }] })
                }
                errorMessage={problemAt(`satisfaction.${moment.slot_id}`)}
              />
            ))}
          </div>
        )}
      </Card>

      {aim && (
        <Optional title={t('survey.aim.title')}>
          <p className="mb-4 text-ink-2">
            {t('survey.aim.asked', {
              metric: word('order.brief.metrics', `${aim.metric}.name`),
              target: t(`results.units.${UNIT_OF_METRIC[aim.metric]}`, { n: number(aim.target) }),
            })}
          </p>
          <NumberField
            label={t('survey.aim.actual')}
            description={t(`order.brief.units.${UNIT_OF_METRIC[aim.metric]}`)}
            value={answers.actual}
            onChange={(actual) => give({ actual })}
            minValue={0}
            maxValue={MOST_OF_UNIT[UNIT_OF_METRIC[aim.metric]]}
            formatOptions={{ maximumFractionDigits: 2 }}
            hideStepper
          />
        </Optional>
      )}

      <Optional title={t('survey.value.title')}>
        <p className="mb-4 text-ink-2">{t('survey.value.text')}</p>
        <MoneyField
          label={t('survey.value.declared')}
          currency={survey.currency}
          value={answers.declared}
          onChange={(declared) => give({ declared })}
          maxValue={100_000_000_000}
        />
      </Optional>

      {survey.performers.length > 0 && (
        <Optional title={t('survey.punctuality.title')}>
          <div className="flex flex-col gap-6">
            {survey.performers.map(({ project_id, project_name }) => (
              <ChoiceField
                key={project_id}
                label={nameOf(project_name)}
                options={ARRIVALS.map((value) => ({
                  value,
                  label: t(`survey.punctuality.arrivals.${value}`),
                }))}
                columns={3}
                value={answers.punctuality.find((one) => one.project_id === project_id)?.arrival ?? null}
                onChange={(arrival) => give({ punctuality: [{ project_id, arrival }] })}
              />
            ))}
          </div>
        </Optional>
      )}

      <Optional title={t('survey.comment.title')}>
        <TextArea
          label={t('survey.comment.label')}
          description={t('survey.comment.hint')}
          value={answers.comment}
          onChange={(comment) => give({ comment }, 'typed')}
          maxLength={COMMENT_MAX}
        />
      </Optional>

      <div className="flex flex-col items-start gap-3">
        <FormError>{failure?.message}</FormError>
        {isChecked && count > 0 && (
          <p role="status" className="font-medium text-bad">
            {t('survey.lacking', { count })}
          </p>
        )}
        <Button type="submit" size="lg" isPending={send.isPending}>
          {t('survey.send')}
        </Button>
        <p className="text-sm text-ink-2">{t('survey.send_hint')}</p>
      </div>
    </form>
  )
}

/** Questions that may stay without an answer. */
function Optional({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTexts(spoken)
  return (
    <Card title={title} action={<Badge>{t('survey.optional')}</Badge>}>
      {children}
    </Card>
  )
}
