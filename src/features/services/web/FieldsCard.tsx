import type { ReactNode } from 'react'
import { Card } from '#core/web/ui/Card.tsx'

/** A part of a form: its fields in two columns. */
export function FieldsCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </Card>
  )
}
