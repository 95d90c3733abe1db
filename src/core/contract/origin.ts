/** Stands in pages that are drawn at build time for the address that they will have, which only the server knows. */
export const BUILD_ORIGIN = 'https://origin.invalid'
