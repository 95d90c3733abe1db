import { later } from '#core/web/ui/later.tsx'
import { StudentPage } from '#features/lessons/booking/web/StudentPage.tsx'
import { PracticeCard } from '#features/lessons/progress/web/PracticeCard.tsx'
import { RepertoireCard } from '#features/lessons/progress/web/RepertoireCard.tsx'

const Cards = later(async () => (await import('./StudentCards.tsx')).StudentCards)

/** /student: lessons, how somebody practises and what they play, which know nothing of each other. */
export const StudentRoute = () => (
  <StudentPage Practice={PracticeCard} Repertoire={RepertoireCard} Cards={Cards} />
)
