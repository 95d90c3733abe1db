import { Suspense } from 'react'
import { later } from './later.tsx'

// The rule is only fetched by a field that others read, once something is written there.
const ContactNote = later(async () => (await import('./ContactNote.tsx')).ContactNote)

/** Under a field whose words others read before there is an agreement. */
export const SharedNote = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <Suspense fallback={null}>
      <ContactNote text={text} />
    </Suspense>
  ) : null
