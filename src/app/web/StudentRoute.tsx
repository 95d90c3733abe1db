import { StudentPage } from '#features/lessons/booking/web/StudentPage.tsx'
import { PracticeCard } from '#features/lessons/progress/web/PracticeCard.tsx'

/** /student: lessons and how somebody practises, which know nothing of each other. */
export const StudentRoute = () => <StudentPage Practice={PracticeCard} />
