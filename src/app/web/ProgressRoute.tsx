import { OwnAssignments } from '#features/lessons/assignments/web/AssignmentsCard.tsx'
import { ProgressPage } from '#features/lessons/progress/web/ProgressPage.tsx'

/** /student/progress: how somebody practises and what they were given to do, which know nothing of each other. */
export const ProgressRoute = () => <ProgressPage Assignments={OwnAssignments} />
