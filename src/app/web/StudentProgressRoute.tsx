import { StudentAssignments } from '#features/lessons/assignments/web/AssignmentsCard.tsx'
import { StudentCertificates } from '#features/lessons/certificates/web/CertificatesCard.tsx'
import { StudentProgressPage } from '#features/lessons/progress/web/StudentProgressPage.tsx'

/** /music/students/:id: a student's progress and what they were given to do, which know nothing of each other. */
export const StudentProgressRoute = () => (
  <StudentProgressPage Assignments={StudentAssignments} Certificates={StudentCertificates} />
)
