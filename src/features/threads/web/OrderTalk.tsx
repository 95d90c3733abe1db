import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Card } from '#core/web/ui/Card.tsx'
import type { Order } from '#features/hiring/desk/contract.ts'
import { Talk } from './Talk.tsx'
import { talkTexts } from './texts.ts'

const spoken = texts(talkTexts)

/** The conversations of an order: one with each project that was asked. */
export function OrderTalk({ order }: { order: Order }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const asked = new Map(order.requests.map(({ project_id, project_name }) => [project_id, project_name]))
  return (
    <Card title={t('talk.title')} className="flex flex-col gap-3">
      {[...asked].map(([project_id, name]) => (
        <Talk
          key={project_id}
          about={{ order_id: order.id, project_id }}
          title={t('talk.with', { name: nameOf(name) })}
        />
      ))}
    </Card>
  )
}
