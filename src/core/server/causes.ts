/** An error and those that it wraps, from the outside in: drizzle wraps what was thrown below it. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) yield e
}
