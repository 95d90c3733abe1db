import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBucket } from './bucket.fixture.ts'
import { ConfigError, readConfig } from './config.ts'
import { newKey, storeOf } from './files.ts'

let bucket: Awaited<ReturnType<typeof openBucket>>
const folder = mkdtempSync(path.join(os.tmpdir(), 'tarima-files-'))

beforeAll(async () => {
  bucket = await openBucket()
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

const config = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...env })
const parts = new Map([
  ['small.webp', Buffer.from('pequeña')],
  ['large.webp', Buffer.alloc(300_000, 7)],
])

describe.each(['a folder', 'a bucket'])('%s', (kind) => {
  const open = () => storeOf(config(kind === 'a bucket' ? bucket.env : {}))

  it('keeps parts under a key, gives them back, and forgets them', async () => {
    const store = open()
    const [key, other] = [newKey(), newKey()]
    await store.put(key, parts)
    await store.put(other, parts)
    for (const [part, bytes] of parts) {
      const stream = await store.read(key, part)
      expect(Buffer.concat((await stream?.toArray()) ?? [])).toEqual(bytes)
    }
    await store.remove(key, parts.keys())
    await store.remove(key, parts.keys())
    expect(await store.read(key, 'small.webp')).toBeNull()
    const untouched = await store.read(other, 'small.webp')
    expect(Buffer.concat((await untouched?.toArray()) ?? [])).toEqual(parts.get('small.webp'))
    await store.remove(other, parts.keys())
  })

  it('takes a finished file as a part, however large', async () => {
    const store = open()
    const key = newKey()
    const file = path.join(folder, 'large.bin')
    const bytes = Buffer.alloc(3_000_000, 'tarima')
    writeFileSync(file, bytes)
    await store.putFile(key, 'copy.zip', file)
    const stream = await store.read(key, 'copy.zip')
    expect(Buffer.concat((await stream?.toArray()) ?? []).equals(bytes)).toBe(true)
    await store.remove(key, ['copy.zip'])
    expect(await store.read(key, 'copy.zip')).toBeNull()
  })

  it('has no part that was not kept', async () => {
    expect(await open().read(newKey(), 'small.webp')).toBeNull()
  })

  it('takes no key and no part of others’ making', async () => {
    await expect(open().put('../../etc', parts)).rejects.toThrow('not a key')
    await expect(open().put(newKey(), new Map([['../x.sh', Buffer.from('x')]]))).rejects.toThrow('not a part')
    await expect(open().remove('', ['small.webp'])).rejects.toThrow('not a key')
  })

  it('passes its check, and nothing of the probe stays', async () => {
    await open().check()
    if (kind === 'a bucket') expect(bucket.holds()).toBe(0)
  })
})

describe('a wrong setting is named at the start', () => {
  const fault = async (env: Record<string, string>) => {
    const error = await storeOf(config(env))
      .check()
      .catch((error) => error)
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).problems[0]
  }

  it('the secret, the bucket, the address', async () => {
    expect(await fault({ ...bucket.env, S3_SECRET_ACCESS_KEY: 'otro' })).toMatch(
      /^S3_BUCKET fotos can't keep files \(http:.*\): SignatureDoesNotMatch/,
    )
    expect(await fault({ ...bucket.env, S3_BUCKET: 'nadie' })).toMatch(
      /nadie can't keep files .*NoSuchBucket/,
    )
    expect(await fault({ ...bucket.env, S3_ENDPOINT: 'http://127.0.0.1:9' })).toContain('ECONNREFUSED')
  })

  it('the folder', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await fault({ DATA_DIR: file })).toMatch(/^DATA_DIR .*a-file can't keep files: (ENOTDIR|EEXIST)/)
  })
})
