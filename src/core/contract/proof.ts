// Without the schemas' library: every page knows the code.

/** How long it counts that somebody has proved that it is them. */
export const FRESH_MINUTES = 15

/** Code of the refusal of somebody who hasn't for too long. */
export const PROOF_NEEDED = 'access.proof_needed'

/** Code of the refusal of somebody who has no second factor, where one is demanded. */
export const SECOND_NEEDED = 'access.second_needed'
