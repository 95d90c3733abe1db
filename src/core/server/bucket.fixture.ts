import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'

/**
 * A server that speaks S3 and checks its signatures, with one empty bucket.
 * @returns the settings that name it, and `holds`: how many objects are in the bucket
 */
export async function openBucket() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'tarima-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    directory,
    silent: true,
    resetOnClose: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'fotos' }],
  })
  const { port } = await server.run()
  return {
    env: {
      S3_BUCKET: 'fotos',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    holds: () =>
      readdirSync(path.join(directory, 'fotos'), { recursive: true }).filter((name) =>
        String(name).endsWith('_object'),
      ).length,
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
