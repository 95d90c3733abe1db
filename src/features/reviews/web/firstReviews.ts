/** What a profile asks of its reviews first, in the browser and where the server draws it. */
export const firstReviews = (project_id: number) => ({ params: { id: project_id }, query: {} })
