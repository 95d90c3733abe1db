/** What a profile asks of its reviews first, in the browser and where the server draws it: so many that a phone's page stays short. */
export const firstReviews = (project_id: number) => ({ params: { id: project_id }, query: { limit: '6' } })
