import { WaitingAssignments } from '#features/lessons/assignments/web/WaitingAssignments.tsx'
import { StudentPage } from '#features/lessons/booking/web/StudentPage.tsx'
import { PracticeCard } from '#features/lessons/progress/web/PracticeCard.tsx'
import { RepertoireCard } from '#features/lessons/progress/web/RepertoireCard.tsx'
import { WaitingReviews } from '#features/reviews/web/WaitingReviews.tsx'
import { RecentTalk } from '#features/threads/web/RecentTalk.tsx'

/**
 * /student: lessons, how somebody practises, what they play, what they were given to do, whom they talk with and what they
 * may say of them, which know nothing of each other.
 */
export const StudentRoute = () => (
  <StudentPage
    Practice={PracticeCard}
    Repertoire={RepertoireCard}
    Assignments={WaitingAssignments}
    Talk={RecentTalk}
    Reviews={WaitingReviews}
  />
)
