import { X } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { attachTexts } from './texts.ts'

const spoken = texts(attachTexts)

/** A file that is uploaded, and goes with what is about to be sent. */
export interface Attached {
  id: number
  name: string
}

/** What goes with what is about to be sent, and how to leave it out; nothing while there is none. */
export function AttachedFiles({
  files,
  onRemove,
}: {
  files: readonly Attached[]
  onRemove: (id: number) => void
}) {
  const { t } = useTexts(spoken)
  if (files.length === 0) return null
  return (
    <ul aria-label={t('attach.list')} className="flex flex-wrap gap-2">
      {files.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-1 rounded-chip bg-surface-2 pl-3 text-sm">
          <span className="wrap-anywhere">{name}</span>
          <Button
            variant="quiet"
            size="sm"
            isIconOnly
            icon={<X aria-hidden />}
            aria-label={t('attach.remove', { name })}
            onPress={() => onRemove(id)}
          />
        </li>
      ))}
    </ul>
  )
}
