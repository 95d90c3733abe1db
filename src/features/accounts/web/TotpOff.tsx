import { Smartphone } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FactorRow } from './FactorRow.tsx'
import { factorTexts } from './texts.ts'

const spoken = texts(factorTexts)

/** Codes of an app, where they aren't on. */
export function TotpOff({ onStart }: { onStart: () => void }) {
  const { t } = useTexts(spoken)
  return (
    <FactorRow
      icon={<Smartphone aria-hidden className="size-8 shrink-0 text-ink-2" strokeWidth={1.5} />}
      name={t('factors.totp')}
      note={t('factors.totp_text')}
      action={
        <Button variant="secondary" onPress={onStart}>
          {t('factors.totp_start')}
        </Button>
      }
    />
  )
}
