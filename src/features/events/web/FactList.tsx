import { Phone } from 'lucide-react'
import type { FactRow } from '../rules.sheet.ts'

/** What a side says of an event: each matter with its words, or with its list. */
export function FactList({ rows }: { rows: readonly FactRow[] }) {
  return (
    <dl className="flex flex-col gap-3">
      {rows.map(({ name, text, items, isOrdered, phone }) => {
        const List = isOrdered ? 'ol' : 'ul'
        return (
          <div key={name}>
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              {text}
              {phone && (
                <a className="ml-3 inline-flex items-center gap-1.5 text-accent" href={`tel:${phone}`}>
                  <Phone aria-hidden className="size-4" />
                  {phone}
                </a>
              )}
              {items.length > 0 && (
                <List className={`flex flex-col gap-1 pl-6 ${isOrdered ? 'list-decimal' : 'list-disc'}`}>
                  {items.map((item, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a song may be played twice
                    <li key={at}>{item}</li>
                  ))}
                </List>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
