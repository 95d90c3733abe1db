import type { Ref } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { fileRefusals } from './texts.ts'

const spoken = texts(fileRefusals)

/**
 * A file input that nobody sees: a button beside it presses it. The same file may be chosen again after it failed.
 * @param props.max bytes of each file; a larger one is refused in words before anything is sent
 */
export function FilePick({
  max,
  say,
  onChoose,
  ...input
}: {
  ref: Ref<HTMLInputElement>
  accept: string
  multiple?: boolean
  max: number
  /** Shows why something was refused. */
  say: (refusal: string) => void
  onChoose: (files: [File, ...File[]]) => void
  [data: `data-${string}`]: string | boolean
}) {
  const { t } = useTexts(spoken)
  const choose = (element: HTMLInputElement) => {
    const [first, ...others] = element.files ?? []
    element.value = ''
    if (!first) return
    const files: [File, ...File[]] = [first, ...others]
    if (files.some(({ size }) => size > max))
      say(t('common:errors.files.too_large', { mb: max / 1024 / 1024 }))
    else onChoose(files)
  }
  return (
    <input
      {...input}
      type="file"
      className="hidden"
      tabIndex={-1}
      aria-hidden="true"
      onChange={({ currentTarget }) => choose(currentTarget)}
    />
  )
}
