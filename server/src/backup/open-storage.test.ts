import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/files.ts'
import { startS3 } from '../../test/s3-server.ts'
import { openStorage } from './open-storage.ts'

async function opened(kind: 'folder' | 'bucket') {
  if (kind === 'bucket') {
    const { address, close } = await startS3()
    onTestFinished(close)
    return openStorage(address)
  }
  const { folder, remove } = await temporaryFolder()
  onTestFinished(remove)
  return openStorage(folder)
}

async function* inChunks(
  content: Buffer,
  failsAfter = Number.POSITIVE_INFINITY,
) {
  for (let at = 0; at < content.length; at += 100_000) {
    if (at >= failsAfter) throw new Error('cut')
    yield content.subarray(at, at + 100_000)
  }
}

describe.for(['folder', 'bucket'] as const)('a %s for backups', (kind) => {
  test('stores objects completely or not at all, lists them by folder, and removes them', async () => {
    const storage = await opened(kind)
    expect(storage.target).not.toContain('secret')
    const content = randomBytes(1_000_000)
    expect(await storage.put('a/one', inChunks(content))).toBe(content.length)
    await storage.put('a/b/two', inChunks(Buffer.from('2')))
    await expect(
      storage.put('a/cut', inChunks(content, 500_000)),
    ).rejects.toThrow('cut')

    expect(await storage.list('a')).toEqual(['b', 'one'])
    expect(await storage.list('nothing')).toEqual([])
    expect(await storage.list('a/b', new Date('2100-01-01'))).toEqual(['two'])
    expect(await storage.list('a/b', new Date('2000-01-01'))).toEqual([])
    const found = await storage.get('a/one')
    expect(found && (await buffer(found)).equals(content)).toBe(true)
    expect(await storage.get('a/cut')).toBeNull()
    await storage.remove('a/one')
    await storage.remove('a/one')
    expect(await storage.list('a')).toEqual(['b'])
  })
})
