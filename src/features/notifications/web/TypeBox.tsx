import { texts, useTexts } from '#core/web/texts.ts'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { notificationTexts } from './texts.ts'

const spoken = texts(notificationTexts)

/** The choice among kinds of notifications on a phone, in the browser's own list: those that hold something, and behind them the others. */
export function TypeBox<Kind extends string>({
  tabs,
  value,
  onChange,
}: {
  tabs: readonly { id: Kind; label: string; isEmpty: boolean }[]
  value: Kind
  onChange: (kind: Kind) => void
}) {
  const { t } = useTexts(spoken)
  const choices = (isEmpty: boolean) =>
    tabs.filter((tab) => tab.isEmpty === isEmpty).map(({ id, label }) => ({ value: id, label }))
  const empty = choices(true)
  return (
    <SelectBox
      label={t('notifications.tabs')}
      hideLabel
      value={value}
      onChange={onChange}
      options={[
        ...choices(false),
        ...(empty.length > 0 ? [{ label: t('notifications.none_yet'), options: empty }] : []),
      ]}
    />
  )
}
