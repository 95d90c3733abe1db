/**
 * What is kept as the name of somebody who deleted their account, and of what was theirs alone. Whoever reads it
 * reads `common:deleted_account` in their language: the server says it in every answer and every text.
 */
export const DELETED_NAME = '⟨deleted⟩'
