import { OwnAssignments } from '#features/lessons/assignments/web/AssignmentsCard.tsx'
import { OwnCertificates } from '#features/lessons/certificates/web/CertificatesCard.tsx'
import { MonthCard } from '#features/lessons/months/web/MonthCard.tsx'
import { ProgressPage } from '#features/lessons/progress/web/ProgressPage.tsx'

/** /student/progress: how somebody gets on and what others make of it, parts that the page knows nothing of. */
export const ProgressRoute = () => (
  <ProgressPage Assignments={OwnAssignments} Month={MonthCard} Certificates={OwnCertificates} />
)
