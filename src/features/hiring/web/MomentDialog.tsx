import { useState } from 'react'
import { wallClock } from '#core/contract/time.ts'
import { ApiError } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { MoneyField } from '#core/web/ui/MoneyField.tsx'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { Select } from '#core/web/ui/Select.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { TextField } from '#core/web/ui/TextField.tsx'
import { TimeField } from '#core/web/ui/TimeField.tsx'
import { FORMATS, GENRES, type Genre } from '#features/services/contract.ts'
import { INTENTS, type Intent, type MomentEdit, type Order, VOLUMES, type Volume } from '../contract.ts'
import { EnergyMeter } from './EnergyMeter.tsx'
import { duringEvent } from './moments.ts'
import { deskTexts, planTexts, repertoireTexts } from './texts.ts'
import { useWords } from './words.ts'

const spoken = texts(deskTexts, planTexts, repertoireTexts)

type Level = '1' | '2' | '3' | '4' | '5'
const NOBODY = 'nobody'

/** One moment of the plan, to change or to add. The caller saves; what it refuses stands at its field. */
export function MomentDialog({
  order,
  currency,
  moment,
  at,
  hints,
  onClose,
  onSave,
}: {
  order: Order
  currency: string
  moment: MomentEdit
  /** Its place in the list that will be sent, for the fields of a refusal. */
  at: number
  /** Repertoire hints that the plan gives for it. */
  hints: readonly string[]
  onClose: () => void
  onSave: (moment: MomentEdit) => Promise<unknown>
}) {
  const { t, word } = useTexts(spoken)
  const words = useWords()
  const [draft, setDraft] = useState(moment)
  const [from, setFrom] = useState<string | null>(wallClock(moment.from, order.zone).time)
  const [to, setTo] = useState<string | null>(wallClock(moment.to, order.zone).time)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const change = (changes: Partial<MomentEdit>) => setDraft((old) => ({ ...old, ...changes }))
  const required = t('common:validation.required')

  const save = async () => {
    setFailure(null)
    const empty = { ...(from ? {} : { from: required }), ...(to ? {} : { to: required }) }
    setProblems(empty)
    if (!from || !to) return
    setSaving(true)
    try {
      const start = duringEvent(order, from)
      await onSave({ ...draft, from: start, to: duringEvent(order, to, start) })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const own = Object.entries(error.fields)
        .filter(([field]) => field.startsWith(`moments.${at}.`))
        .map(([field, message]) => [field.split('.')[2] ?? '', message])
      setProblems(Object.fromEntries(own))
      if (own.length === 0) setFailure(Object.values(error.fields)[0] ?? error.message)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      title={t(draft.slot_id ? 'order.plan.edit_moment' : 'order.plan.add_moment')}
      closeLabel={t('order.page.close')}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      isDismissable={false}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('order.page.cancel')}
          </Button>
          <Button onPress={() => void save()} isPending={isSaving}>
            {t('order.plan.save_moment')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <FormError>{failure}</FormError>
        <div className="grid grid-cols-2 gap-4">
          <Select<Intent>
            label={t('order.plan.fields.intent')}
            value={draft.intent}
            errorMessage={problems.intent}
            onChange={(intent) => change({ intent })}
            options={INTENTS.map((value) => ({ value, label: words.intent(value) }))}
          />
          <TextField
            label={t('order.plan.fields.title')}
            placeholder={words.intent(draft.intent)}
            value={draft.title ?? ''}
            errorMessage={problems.title}
            maxLength={80}
            onChange={(title) => change({ title: title.trim() === '' ? null : title })}
          />
          <TimeField
            label={t('order.plan.fields.from')}
            value={from}
            onChange={setFrom}
            errorMessage={problems.from}
          />
          <TimeField
            label={t('order.plan.fields.to')}
            value={to}
            onChange={setTo}
            errorMessage={problems.to}
          />
        </div>
        <div className="stage grid grid-cols-[1fr_5.5rem] items-center gap-4 rounded-card p-4">
          <div className="grid gap-2">
            <p className="text-sm font-semibold">
              {t('order.plan.fields.energy')} · {word('order.plan.energies', String(draft.energy))}
            </p>
            <SegmentedControl<Level>
              label={t('order.plan.fields.energy')}
              value={String(draft.energy) as Level}
              onChange={(level) => change({ energy: Number(level) })}
              options={(['1', '2', '3', '4', '5'] as const).map((value) => ({ value, label: value }))}
            />
          </div>
          <EnergyMeter shape={[draft.energy]} className="h-20" />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select<Genre>
            label={t('order.plan.fields.genre')}
            value={draft.genre}
            errorMessage={problems.genre}
            onChange={(genre) => change({ genre })}
            options={GENRES.filter(
              (genre) => !order.brief.sound?.genres_forbidden?.includes(genre) || genre === draft.genre,
            ).map((value) => ({ value, label: words.genre(value) }))}
          />
          <Select
            label={t('order.plan.fields.format')}
            value={draft.format ?? NOBODY}
            errorMessage={problems.format}
            onChange={(format) =>
              change(
                format === NOBODY
                  ? { format: null, cost: 0 }
                  : { format: FORMATS.find((one) => one === format) ?? null },
              )
            }
            options={[
              ...FORMATS.map((value) => ({ value: value as string, label: words.lineUp(value) })),
              { value: NOBODY, label: words.lineUp(null) },
            ]}
          />
          <Select<Volume>
            label={t('order.plan.fields.volume')}
            value={draft.volume}
            onChange={(volume) => change({ volume })}
            options={VOLUMES.map((value) => ({ value, label: t(`order.plan.volumes.${value}`) }))}
          />
          <MoneyField
            label={t('order.plan.fields.cost')}
            description={t('order.plan.cost_hint')}
            currency={currency}
            value={draft.cost}
            isDisabled={draft.format === null}
            errorMessage={problems.cost}
            onChange={(cost) => change({ cost: cost ?? 0 })}
          />
        </div>
        <Switch
          value={draft.required}
          onChange={(isRequired) => change({ required: isRequired })}
          description={t('order.plan.required_hint')}
        >
          {t('order.plan.fields.required')}
        </Switch>
        {hints.length > 0 && (
          <div className="rounded-control bg-surface-2 p-3 text-sm">
            <p className="font-semibold">{t('order.plan.repertoire')}</p>
            <ul className="mt-1 list-inside list-disc text-ink-2">
              {hints.map((hint) => (
                <li key={hint}>{word('order.repertoire', hint)}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  )
}
