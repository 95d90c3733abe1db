/** What we use of a package that brings no types. */
declare module 'fxa-common-password-list' {
  export function test(password: string): boolean
}
