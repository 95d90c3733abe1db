/** What the tests use of a package that brings no types. */
declare module '@20minutes/s3rver' {
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      directory: string
      silent: boolean
      resetOnClose: boolean
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
