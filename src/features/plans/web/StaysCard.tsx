import { useState } from 'react'
import { call } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Checkbox } from '#core/web/ui/aria/Checkbox.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { Card } from '#core/web/ui/Card.tsx'
import { type CountedThing, chooseStays, type Membership } from '../contract.ts'
import { FREE_LIMITS } from '../rules.ts'
import { usePlanStep } from './StatusCard.tsx'
import { planTexts } from './texts.ts'

const spoken = texts(planTexts)

/** What stays active should the free plan apply; only where there is more than it has room for. */
export function StaysCard({ membership }: { membership: Membership }) {
  const { t } = useTexts(spoken)
  const { projects, services } = membership
  const limits = { projects: FREE_LIMITS.projects ?? 0, services: FREE_LIMITS.active_services ?? 0 }
  const staying = (things: readonly CountedThing[]) => things.filter(({ stays }) => stays).map(({ id }) => id)
  const [chosen, setChosen] = useState({ projects: staying(projects), services: staying(services) })
  const save = usePlanStep(() => call(chooseStays, { body: chosen }), t('plans.stays.saved'))
  const lists = [
    { of: 'projects', things: projects },
    { of: 'services', things: services },
  ] as const
  const above = lists.filter(({ of, things }) => things.length > limits[of])
  if (above.length === 0) return null
  return (
    <Card title={t('plans.stays.title')}>
      <p className="text-ink-2">{t('plans.stays.text')}</p>
      <div className="mt-4 grid gap-6 md:grid-cols-2">
        {above.map(({ of, things }) => (
          <fieldset key={of} className="flex flex-col gap-3">
            <legend className="mb-2 font-semibold">
              {t(`plans.stays.${of}`, { count: chosen[of].length, limit: limits[of] })}
            </legend>
            {things.map(({ id, name, of: project }, at) => (
              <Checkbox
                key={id}
                value={chosen[of].includes(id)}
                isDisabled={
                  (of === 'projects' && at === 0) ||
                  (!chosen[of].includes(id) && chosen[of].length >= limits[of])
                }
                onChange={(stays) =>
                  setChosen({
                    ...chosen,
                    [of]: stays ? [...chosen[of], id] : chosen[of].filter((one) => one !== id),
                  })
                }
              >
                {project ? `${name} (${project})` : name}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
      <Button className="mt-4" onPress={() => save.mutate()} isPending={save.isPending}>
        {t('plans.stays.save')}
      </Button>
    </Card>
  )
}
