import { lazy, Suspense } from 'react'

// The rule is only fetched by a field that others read, once something is written there.
const ContactNote = lazy(async () => ({ default: (await import('./ContactNote.tsx')).ContactNote }))

/** Under a field whose words others read before there is an agreement. */
export const SharedNote = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <Suspense fallback={null}>
      <ContactNote text={text} />
    </Suspense>
  ) : null
