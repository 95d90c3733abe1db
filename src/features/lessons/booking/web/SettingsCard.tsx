import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { Switch } from '#core/web/ui/Switch.tsx'
import { TextBox } from '#core/web/ui/TextBox.tsx'
import { oneLessonTexts, teachingTexts } from '../../web/texts.ts'
import {
  type LessonPayTo,
  type LessonSettings,
  saveLessonPayTo,
  saveLessonSettings,
} from '../contract.teaching.ts'
import { LESSON_PAGES } from './refreshes.ts'

const spoken = texts(oneLessonTexts, teachingTexts)

/** Where a teacher's lessons are paid, and held. */
export function SettingsCard({ pay_to, link, room, place }: LessonPayTo & LessonSettings) {
  const { t } = useTexts(spoken)
  return (
    <Card title={t('lessons.settings.title')}>
      <div className="flex flex-col gap-6">
        <PayToForm pay_to={pay_to} />
        <HeldForm link={link} room={room} place={place} />
      </div>
    </Card>
  )
}

/** By itself: who changes it is asked once more whether it is them. */
function PayToForm(given: LessonPayTo) {
  const { t } = useTexts(spoken)
  const [pay_to, setPayTo] = useState(given.pay_to)
  const save = useMutation(tell(saveLessonPayTo, { refreshes: LESSON_PAGES }))
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { body: { pay_to } },
          { onSuccess: () => toast.success(t('lessons.settings.pay_to_saved')) },
        )
      }}
    >
      <TextBox
        label={t('lessons.settings.pay_to')}
        description={t('lessons.settings.pay_to_help')}
        rows={2}
        maxLength={300}
        value={pay_to}
        onChange={setPayTo}
      />
      <FormError>{save.error?.message}</FormError>
      <Button
        type="submit"
        variant="secondary"
        isPending={save.isPending}
        isDisabled={pay_to.trim() === given.pay_to}
        className="self-start"
      >
        {t('lessons.settings.pay_to_save')}
      </Button>
    </form>
  )
}

function HeldForm(given: LessonSettings) {
  const { t } = useTexts(spoken)
  const [settings, setSettings] = useState(given)
  const save = useMutation(tell(saveLessonSettings, { refreshes: LESSON_PAGES }))
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: settings }, { onSuccess: () => toast.success(t('lessons.settings.saved')) })
      }}
    >
      <Switch
        value={settings.room}
        onChange={(room) => setSettings({ ...settings, room })}
        description={t('lessons.settings.room_help')}
      >
        {t('lessons.settings.room')}
      </Switch>
      <PlainField
        label={t('lessons.settings.link')}
        description={t(settings.room ? 'lessons.settings.link_beside' : 'lessons.sheet.link_help')}
      >
        {({ className, ...control }) => (
          <input
            {...control}
            className={className}
            type="url"
            maxLength={300}
            value={settings.link}
            onChange={({ target }) => setSettings({ ...settings, link: target.value })}
          />
        )}
      </PlainField>
      <TextBox
        label={t('lessons.settings.place')}
        description={t('lessons.sheet.place_help')}
        rows={2}
        maxLength={300}
        value={settings.place}
        onChange={(place) => setSettings({ ...settings, place })}
      />
      <FormError>{save.error?.message}</FormError>
      <Button type="submit" variant="secondary" isPending={save.isPending} className="self-start">
        {t('lessons.settings.save')}
      </Button>
    </form>
  )
}
