import { later } from '#core/web/ui/later.tsx'
import { PublicProfilePage } from '#features/directory/web/PublicProfilePage.tsx'

const Reviews = later(async () => (await import('#features/reviews/web/ProfileReviews.tsx')).ProfileReviews)

const Lessons = later(
  async () => (await import('#features/lessons/finding/web/ProfileLessons.tsx')).ProfileLessons,
)

/** /profile/musician/:id with their lessons and what is said of them, which come after the profile itself. */
export const PublicProfileRoute = () => <PublicProfilePage Reviews={Reviews} Lessons={Lessons} />
