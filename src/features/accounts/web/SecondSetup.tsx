import { useState } from 'react'
import { askApart } from '#core/web/apart.tsx'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { Dialog } from '#core/web/ui/Dialog.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { RecoveryDialog } from './RecoveryDialog.tsx'
import { TotpDialog } from './TotpDialog.tsx'
import { TotpOff } from './TotpOff.tsx'
import { accountDialogTexts } from './texts.ts'

const spoken = texts(accountDialogTexts)

let asked: Promise<boolean> | undefined

/**
 * Has somebody set a second factor up, above whatever page is open: what they do next is for accounts that have one.
 * @returns whether they did
 */
export function askForSecond(): Promise<boolean> {
  asked ??= askApart<boolean>((answer) => <SecondSetup onDone={answer} />).finally(() => {
    asked = undefined
  })
  return asked
}

function SecondSetup({ onDone }: { onDone: (isThere: boolean) => void }) {
  const { t } = useTexts(spoken)
  const [isStarting, setStarting] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  // It is there before its recovery codes are: whoever closes those goes on.
  const added = (made: readonly string[]) => (made.length > 0 ? setCodes(made) : onDone(true))
  if (codes.length > 0) return <RecoveryDialog codes={codes} onClose={() => onDone(true)} />
  if (isStarting) return <TotpDialog onClose={() => setStarting(false)} onDone={added} />
  return (
    <Dialog
      title={t('factors.needed_title')}
      closeLabel={t('factors.needed_cancel')}
      isOpen
      maxWidth={560}
      onOpenChange={(isOpen) => !isOpen && onDone(false)}
      footer={
        <Button variant="secondary" onPress={() => onDone(false)}>
          {t('factors.needed_cancel')}
        </Button>
      }
    >
      <p>{t('factors.needed_text')}</p>
      <div className="mt-5 flex flex-col gap-5">
        <PasskeyList passkeys={[]} hasOther={false} onAdded={added} />
        <TotpOff onStart={() => setStarting(true)} />
      </div>
    </Dialog>
  )
}
