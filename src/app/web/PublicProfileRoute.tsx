import { later } from '#core/web/ui/later.tsx'
import { PublicProfilePage } from '#features/directory/web/PublicProfilePage.tsx'

const Reviews = later(async () => (await import('#features/reviews/web/ProfileReviews.tsx')).ProfileReviews)

/** /profile/musician/:id with what is said of them, which comes after the profile itself. */
export const PublicProfileRoute = () => <PublicProfilePage Reviews={Reviews} />
