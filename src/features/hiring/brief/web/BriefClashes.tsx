import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { briefTexts, deskTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import type { BriefDesk } from './autosave.ts'

const spoken = texts(briefTexts, deskTexts, sectionsTexts)

/** Two tabs wrote the same field: both values, and the choice. */
export function BriefClashes({ desk }: { desk: BriefDesk }) {
  const { t, word } = useTexts(spoken)
  return (
    <Dialog
      title={t('order.brief.clash.title')}
      closeLabel={t('order.page.close')}
      isOpen={desk.clashes.length > 0}
      onOpenChange={(isOpen) => {
        if (!isOpen) desk.settle(false)
      }}
      isDismissable={false}
      footer={
        <>
          <Button variant="secondary" onPress={() => desk.settle(false)}>
            {t('order.brief.clash.theirs')}
          </Button>
          <Button onPress={() => desk.settle(true)}>{t('order.brief.clash.mine')}</Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('order.brief.clash.text')}</p>
      <ul className="grid gap-3">
        {desk.clashes.map(({ path, mine, theirs }) => (
          <li key={path} className="rounded-control border border-line p-3 text-sm">
            <p className="font-semibold">{word('order.brief.fields', path)}</p>
            <p>
              <span className="text-ink-2">{t('order.brief.clash.here')}: </span>
              {plain(mine)}
            </p>
            <p>
              <span className="text-ink-2">{t('order.brief.clash.there')}: </span>
              {plain(theirs)}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const plain = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value === null || value === undefined ? '—' : String(value)
