import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { TextField, type TextFieldProps } from '#core/web/ui/aria/TextField.tsx'
import { entryTexts } from './texts.ts'

const spoken = texts(entryTexts)

/** A password that can be looked at while it is typed. */
export function PasswordField(props: TextFieldProps) {
  const { t } = useTexts(spoken)
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          aria-label={t('password.show')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="grid size-9 place-items-center rounded-chip hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
    />
  )
}
