/** A link among text: 44 px to touch on phones without pushing the lines apart. */
export const linkClass =
  'inline-block rounded-check py-2 -my-2 font-semibold text-accent underline decoration-1 underline-offset-4 hover:decoration-2'
