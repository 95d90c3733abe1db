import { CircleCheck, TriangleAlert } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import type { StageProblem } from '../contract.ts'
import type { Staged } from './sheets.ts'
import { useStageWords } from './stageRows.ts'
import { stageTexts } from './texts.ts'

const spoken = texts(stageTexts)

/** What doesn't fit on the stage, each with what would help; or that everything does. */
export function StageProblems({
  event,
  only,
  as: Heading,
}: {
  event: Staged
  only?: number
  as: 'h2' | 'h3' | 'h4'
}) {
  const { t } = useTexts(spoken)
  const { nameOfProject } = useStageWords(event)
  const problems = event.stage_plan.problems.filter(
    ({ project_id, after_project_id }) =>
      only === undefined || project_id === only || after_project_id === only,
  )
  const said = ({ kind, project_id, after_project_id, needs, lacks }: StageProblem) => {
    const name = nameOfProject(project_id)
    if (kind === 'line_check')
      return [
        t('stage.line_check', { name }),
        lacks === null ? t('stage.line_check_late') : t('stage.line_check_help', { count: lacks }),
      ]
    if (after_project_id === null)
      return [
        t('stage.changeover_first', { name, needs, count: lacks ?? needs }),
        t('stage.changeover_first_help', { name }),
      ]
    const before = nameOfProject(after_project_id)
    return [
      t('stage.changeover', { name, before, needs, count: lacks ?? needs }),
      t('stage.changeover_help', { name, before }),
    ]
  }
  if (problems.length === 0)
    return only === undefined ? (
      <p className="flex items-center gap-2 text-ok">
        <CircleCheck aria-hidden className="size-5 shrink-0" />
        {t('stage.fits')}
      </p>
    ) : null
  return (
    <div className="rounded-control bg-warn-tint p-4">
      <Heading className="flex items-center gap-2 font-semibold text-warn">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        {t('stage.problems')}
      </Heading>
      <ul className="mt-2 flex flex-col gap-3">
        {problems.map((problem) => {
          const [what, help] = said(problem)
          return (
            <li key={`${problem.kind} ${problem.project_id} ${problem.at}`}>
              <p className="text-ink">{what}</p>
              <p className="text-sm text-ink-2">{help}</p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
