import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { ask } from '#core/web/ask.ts'
import { readProject } from '#features/projects/contract.ts'
import { listServices } from '../contract.ts'
import { asks, lessonBeginning } from '../rules.ts'
import type { Form } from './serviceForm.ts'

/**
 * A lesson that is new begins as of what its teacher mainly plays, and as long as their others: what they haven't said
 * themself yet. Each is put there once, so what they clear stays empty.
 * @param project_id null for what has begun before: a service there is, or a draft that was kept
 */
export function useLessonBeginning({ control, getValues, setValue }: Form, project_id: number | null) {
  const begun = useRef(false)
  const category = useWatch({ control, name: 'category' })
  const isOn = project_id !== null && asks({ category }, 'lesson')
  const project = useQuery({
    ...ask(readProject, { params: { id: project_id ?? 0 } }),
    enabled: isOn,
  })
  const services = useQuery({ ...ask(listServices, { query: {} }), enabled: isOn })
  useEffect(() => {
    if (begun.current || !isOn || !project.data || !services.data) return
    begun.current = true
    const begins = lessonBeginning(project.data.main_instrument, services.data.results)
    for (const field of ['instrument', 'lesson_minutes'] as const)
      if (getValues(field) === null) setValue(field, begins[field])
  }, [isOn, project.data, services.data, getValues, setValue])
}
