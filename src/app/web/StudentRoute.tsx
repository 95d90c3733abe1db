import { WaitingAssignments } from '#features/lessons/assignments/web/WaitingAssignments.tsx'
import { StudentPage } from '#features/lessons/booking/web/StudentPage.tsx'
import { PracticeCard } from '#features/lessons/progress/web/PracticeCard.tsx'

/** /student: lessons, how somebody practises and what they were given to do, which know nothing of each other. */
export const StudentRoute = () => <StudentPage Practice={PracticeCard} Assignments={WaitingAssignments} />
