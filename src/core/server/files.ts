import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { type Config, ConfigError } from './config.ts'

/** Some of a part's bytes, both ends included. */
export interface ByteRange {
  from: number
  to: number
}

/** Stores bytes under keys that it makes itself. A name that somebody sent never becomes a path. */
export interface Store {
  /** Stores the parts under a key of `newKey`. Save the key first: whatever is interrupted half-way is found by it. */
  put(key: string, parts: ReadonlyMap<string, Buffer>): Promise<void>
  /** Stores a local file under a key, as one part: for what is too large for memory. */
  putFile(key: string, part: string, file: string): Promise<void>
  /**
   * One part; null when it isn't there.
   * @param range of its bytes, both ends included
   */
  read(key: string, part: string, range?: ByteRange): Promise<Readable | null>
  /** Deletes the parts under a key, if there are any. */
  remove(key: string, parts: Iterable<string>): Promise<void>
  /** Writes, reads and deletes a probe. @throws ConfigError that says which setting is wrong */
  check(): Promise<void>
}

const KEY = /^[0-9a-f]{32}$/
/** A word and a file's ending, which may have digits: `sound.mp3`. */
const PART = /^[a-z]{1,20}\.[a-z][a-z0-9]{0,4}$/

/** A new key, which nobody can guess. */
export const newKey = (): string => randomBytes(16).toString('hex')

/** `ab/cd/<key>`, so that no folder gets too many entries. */
function folderOf(key: string): string {
  if (!KEY.test(key)) throw new Error('not a key of this store')
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`
}

function pathOf(key: string, part: string): string {
  if (!PART.test(part)) throw new Error('not a part of this store')
  return `${folderOf(key)}/${part}`
}

/** Where bytes are stored, and how they are made durable. */
interface Backend {
  disk: Disk
  readRange(at: string, range: ByteRange): Promise<Readable>
  flush(paths: readonly string[]): Promise<void>
}

/** A folder. Once a write is answered, the bytes are on the disk, whatever happens to the machine next. */
async function folderBackend(folder: string): Promise<Backend> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  const sync = async (at: string) => {
    const file = await open(path.join(folder, at))
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  }
  return {
    disk: new Disk(new FSDriver({ location: folder, visibility: 'private' })),
    async readRange(at, { from, to }) {
      const stream = createReadStream(path.join(folder, at), { start: from, end: to })
      await once(stream, 'open')
      return stream
    },
    async flush(paths) {
      for (const at of paths) await sync(at)
      for (const home of new Set(paths.map((at) => path.dirname(at)))) await sync(home)
    },
  }
}

/** An S3-compatible bucket. Its client is large, so it is loaded only where a bucket is configured. */
async function bucketBackend(s3: NonNullable<Config['s3']>): Promise<Backend> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const settings = {
    region: s3.region,
    ...(s3.endpoint ? { endpoint: s3.endpoint } : {}),
    ...(s3.credentials ? { credentials: s3.credentials } : {}),
    forcePathStyle: s3.path_style,
    // Many compatible servers support neither access control lists nor the newest checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000 },
  }
  const client = new S3Client(settings)
  const driver = new S3Driver({
    client,
    bucket: s3.bucket,
    visibility: 'private',
    supportsACL: false,
  })
  return {
    disk: new Disk(driver),
    async readRange(at, { from, to }) {
      const answer = await client.send(
        new GetObjectCommand({ Bucket: s3.bucket, Key: at, Range: `bytes=${from}-${to}` }),
      )
      return answer.Body as Readable
    },
    flush: async () => {},
  }
}

/** The original error: the library wraps what the disk or the bucket said. */
function causeOf(error: unknown): { code?: string; name?: string; message?: string } {
  const { cause } = error as { cause?: unknown }
  return cause ? causeOf(cause) : (error as Error)
}
const isMissing = (error: unknown) => {
  const { code, name } = causeOf(error)
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound'
}

function openStore(config: Config): Store {
  let opening: Promise<Backend> | undefined
  const backend = () => {
    opening ??= config.s3 ? bucketBackend(config.s3) : folderBackend(path.join(config.data_dir, 'files'))
    // If the folder couldn't be created, try again the next time.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }
  const store: Store = {
    async put(key, parts) {
      const { disk, flush } = await backend()
      const paths = new Map([...parts].map(([part, bytes]) => [pathOf(key, part), bytes]))
      await Promise.all([...paths].map(([at, bytes]) => disk.put(at, bytes)))
      await flush([...paths.keys()])
    },
    async putFile(key, part, file) {
      const { disk, flush } = await backend()
      const at = pathOf(key, part)
      // A bucket has to know the length in advance; its client takes it from the file's stream.
      await disk.putStream(at, createReadStream(file))
      await flush([at])
    },
    async read(key, part, range) {
      const { disk, readRange } = await backend()
      try {
        if (range) return await readRange(pathOf(key, part), range)
        const stream = await disk.getStream(pathOf(key, part))
        // Only now does a file's stream report that there is no such file.
        if (!config.s3) await once(stream, 'open')
        return stream
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(key, parts) {
      const { disk } = await backend()
      if (!config.s3) return disk.deleteAll(folderOf(key))
      // One by one: listing and bulk deletion differ between compatible servers, and need more rights.
      for (const part of parts) await disk.delete(pathOf(key, part))
    },
    async check() {
      const key = newKey()
      try {
        await store.put(key, new Map([['probe.txt', Buffer.from(key)]]))
        const stream = await store.read(key, 'probe.txt')
        const chunks = stream ? await stream.toArray() : []
        if (Buffer.concat(chunks).toString() !== key) throw new Error('what was written did not come back')
        await store.remove(key, ['probe.txt'])
      } catch (error) {
        const { code, name, message } = causeOf(error)
        const why = [code ?? name, message].filter(Boolean).join(': ')
        throw new ConfigError([
          config.s3
            ? `S3_BUCKET ${config.s3.bucket} can't keep files (${config.s3.endpoint ?? config.s3.region}): ${why}`
            : `DATA_DIR ${config.data_dir} can't keep files: ${why}`,
        ])
      }
    },
  }
  return store
}

const stores = new WeakMap<Config, Store>()

/** The configured store: DATA_DIR/files, or a bucket. */
export function storeOf(config: Config): Store {
  const store = stores.get(config) ?? openStore(config)
  stores.set(config, store)
  return store
}
