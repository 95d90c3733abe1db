import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { saveMedia, TITLE_MAX } from '../contract.ts'
import { REFRESHES } from './Rows.tsx'
import { editTexts } from './texts.ts'

const spoken = texts(editTexts)

/** What a photo, a sound or a link is called: kept when one leaves the field. */
export function TitleField({
  project_id,
  item,
  label,
  description,
}: {
  project_id: number
  item: { id: number; title: string }
  label: string
  description?: string
}) {
  const { t } = useTexts(spoken)
  const [typed, setTyped] = useState(item.title)
  const save = useMutation(tell(saveMedia, { refreshes: REFRESHES }))
  const keep = () => {
    if (typed.trim() !== item.title)
      save.mutate({ params: { id: project_id, media_id: item.id }, body: { title: typed } })
  }
  return (
    <div>
      <TextField
        label={label}
        value={typed}
        onChange={setTyped}
        onBlur={keep}
        onKeyDown={({ key }) => {
          if (key === 'Enter') keep()
        }}
        maxLength={TITLE_MAX}
        shared
        {...(description ? { description } : {})}
        errorMessage={save.error ? (save.error.fields.title ?? save.error.message) : undefined}
      />
      <p role="status" className="text-sm text-ok">
        {save.isSuccess && typed.trim() === item.title ? t('media.edit.saved') : ''}
      </p>
    </div>
  )
}
