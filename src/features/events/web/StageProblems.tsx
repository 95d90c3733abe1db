import { CircleCheck, TriangleAlert } from 'lucide-react'
import { texts, useTexts } from '#core/web/texts.ts'
import { problemsOf, type Staged } from '../rules.sheet.ts'
import { useStageWords } from './stageRows.ts'
import { stageTexts } from './texts.ts'

const spoken = texts(stageTexts)

/** What doesn't fit on the stage, each with what would help; or that everything does. */
export function StageProblems({
  event,
  only = null,
  as: Heading,
}: {
  event: Staged
  /** Of one project alone, by its id. */
  only?: number | null
  as: 'h2' | 'h3' | 'h4'
}) {
  const { t } = useTexts(spoken)
  const words = useStageWords(event)
  const problems = problemsOf(event, only)
  if (problems.length === 0)
    return only === null ? (
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
          const { what, help } = words.problem(problem)
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
