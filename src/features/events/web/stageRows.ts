import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { StageBlock } from '../contract.ts'
import type { Staged } from './sheets.ts'
import { stageTexts } from './texts.ts'

const spoken = texts(stageTexts)

/** How blocks are drawn: told apart by their fill and edge, not by colour alone. */
export const BLOCK_LOOKS: Record<StageBlock['kind'], string> = {
  set: 'bg-primary border-primary',
  soundcheck: 'bg-graph-ok border-graph-ok',
  set_up: 'bg-surface border-graph-ok',
  changeover: 'bg-surface border-dashed border-primary',
  ceremony: 'bg-graph-quiet border-graph-quiet',
  free: 'bg-surface-2 border-line-strong',
}

/** What is said of a block: who or what has the stage, and what for. */
export function useStageWords(event: Staged) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const words = useWords()
  const nameOfProject = (project_id: number | null) => {
    const performer = event.performers.find((one) => one.project_id === project_id)
    return performer ? nameOf(performer.name) : t('stage.looked_for')
  }
  const momentOf = ({ intent, title }: Pick<StageBlock, 'intent' | 'title'>) =>
    title ?? (intent ? words.intent(intent) : null)
  const said = (block: StageBlock): { who: string; what: string } => {
    const kind = t(`stage.kinds.${block.kind}`)
    const moment = momentOf(block)
    switch (block.kind) {
      case 'set':
        return { who: nameOfProject(block.project_id), what: [kind, moment].filter(Boolean).join(' · ') }
      case 'ceremony':
        return { who: moment ?? kind, what: kind }
      case 'free': {
        const waiting = Date.parse(block.to) <= Date.parse(event.starts_at) ? t('stage.arriving') : null
        return moment || waiting ? { who: moment ?? waiting ?? kind, what: kind } : { who: kind, what: '' }
      }
      default:
        return { who: nameOfProject(block.project_id), what: kind }
    }
  }
  return { said, nameOfProject }
}
