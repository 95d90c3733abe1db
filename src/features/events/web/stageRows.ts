import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { StageBlock } from '../contract.ts'
import { type Staged, stageWords } from '../rules.sheet.ts'
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

/** How the plan of an event's stage is said in the language in use. */
export function useStageWords(event: Staged) {
  const { t } = useTexts(spoken)
  const { nameOf, list } = useFormat()
  const { intent } = useWords()
  return stageWords(event, { t, nameOf, list, intent })
}
