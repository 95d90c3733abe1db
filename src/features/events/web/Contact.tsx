import { Mail, Phone } from 'lucide-react'
import type { EventDetail } from '../contract.ts'

/** Whom to call, and how. */
export function Contact({ contact }: { contact: NonNullable<EventDetail['contact']> }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <span className="font-semibold">{contact.name}</span>
      <a className="inline-flex items-center gap-1.5 text-accent" href={`mailto:${contact.email}`}>
        <Mail aria-hidden className="size-4" />
        {contact.email}
      </a>
      {contact.phone && (
        <a className="inline-flex items-center gap-1.5 text-accent" href={`tel:${contact.phone}`}>
          <Phone aria-hidden className="size-4" />
          {contact.phone}
        </a>
      )}
    </p>
  )
}
