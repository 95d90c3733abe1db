import { EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { hasContacts } from '#core/contract/contacts.ts'
import { texts, useTexts } from '../texts.ts'

const spoken = texts()

/** Tells whoever writes that others won't see a contact detail; what they typed stays. */
export function ContactNote({ text }: { text: string | readonly string[] }) {
  const { t } = useTexts(spoken)
  const isFound = useMemo(() => [text].flat().some(hasContacts), [text])
  return (
    <span role="status" className={isFound ? 'flex items-start gap-1.5 text-sm text-warn' : 'sr-only'}>
      {isFound && (
        <>
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{t('contact_hidden')}</span>
        </>
      )}
    </span>
  )
}
