/** What a call about a calendar says of whose it is: a project's, or one's own. */
export const whose = (project: number | undefined) => ({ query: project === undefined ? {} : { project } })
