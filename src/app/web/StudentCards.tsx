import { WaitingAssignments } from '#features/lessons/assignments/web/WaitingAssignments.tsx'
import { StudentDesk } from '#features/lessons/booking/web/StudentDesk.tsx'
import type { DeskCards } from '#features/lessons/booking/web/StudentPage.tsx'
import { WaitingReviews } from '#features/reviews/web/WaitingReviews.tsx'
import { RecentTalk } from '#features/threads/web/RecentTalk.tsx'

/**
 * The desk of a student who has lessons: with them what they were given to do, whom they talk with and what they may say of
 * them, which know nothing of each other.
 */
export const StudentCards = (desk: DeskCards) => (
  <StudentDesk
    {...desk}
    assignments={<WaitingAssignments />}
    talk={<RecentTalk />}
    reviews={<WaitingReviews />}
  />
)
