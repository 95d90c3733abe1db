import { Suspense } from 'react'
import { later } from './later.tsx'

// The rule is only fetched by a field that others read, once something is written there.
const ContactNote = later(async () => (await import('./ContactNote.tsx')).ContactNote)

/**
 * Under a field whose words others read before there is an agreement.
 * @param text where others read it in parts, these: what stands in two of them is nothing together
 */
export const SharedNote = ({ text }: { text: string | readonly string[] | null | undefined }) =>
  text?.length ? (
    <Suspense fallback={null}>
      <ContactNote text={text} />
    </Suspense>
  ) : null
