import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { temporaryFolder } from '../../../test/files.ts'
import { startS3 } from '../../../test/s3-server.ts'
import { contentDisposition, fileName } from './file-name.ts'
import type { FileStore } from './files.ts'
import { openFiles } from './open-files.ts'

let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

const opened = async (kind: 'disk' | 'S3') => {
  const { folder, remove } = await temporaryFolder()
  onTestFinished(remove)
  return {
    files: await openFiles(
      kind === 'disk' ? `file://${folder}` : s3.address,
      `${folder}/incoming`,
    ),
    folder,
  }
}

const keep = async (files: FileStore, content: Buffer) => {
  const received = await files.receive(
    Readable.from([content.subarray(0, 10), content.subarray(10)]),
  )
  expect(received.size).toBe(content.length)
  return received.keep()
}
async function keysOf(files: FileStore) {
  const keys: string[] = []
  for await (const { key } of files.list()) keys.push(key)
  return keys
}

describe.for(['disk', 'S3'] as const)('files on %s', (kind) => {
  test('can be read completely and in part, listed, and removed', async () => {
    const { files, folder } = await opened(kind)
    // More than one part of an upload in parts.
    const content = randomBytes(9 << 20)
    const key = await keep(files, content)
    expect((await buffer(await files.read(key))).equals(content)).toBe(true)
    expect(
      (await buffer(await files.read(key, { start: 5, end: 99 }))).equals(
        content.subarray(5, 100),
      ),
    ).toBe(true)
    expect(await keysOf(files)).toContain(key)
    expect(await readdir(`${folder}/incoming`)).toEqual([])
    await files.remove(key)
    await files.remove(key)
    expect(await keysOf(files)).not.toContain(key)
    await expect(files.read(key)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('that were received but not stored leave nothing behind', async () => {
    const { files, folder } = await opened(kind)
    const before = (await keysOf(files)).length
    await (await files.receive(Readable.from([Buffer.from('x')]))).drop()
    expect(await readdir(`${folder}/incoming`)).toEqual([])
    await files.receive(Readable.from([Buffer.from('x')]))
    const broken = async function* () {
      yield Buffer.from('x')
      throw new Error('the line was cut')
    }
    await expect(files.receive(broken())).rejects.toThrow('the line was cut')
    expect(await keysOf(files)).toHaveLength(before)
    expect(await files.clear(new Date(0))).toBe(0)
    expect(await files.clear(new Date(Date.now() + 1000))).toBe(1)
    expect(await readdir(`${folder}/incoming`)).toEqual([])
  })

  test('can be read only by our own keys', async () => {
    const { files } = await opened(kind)
    for (const key of ['../../etc/passwd', 'incoming/x', '', 'aa/../../x']) {
      await expect(files.read(key)).rejects.toMatchObject({
        code: 'unavailable',
      })
    }
  })
})

test('an unusable file store is reported at the start with the name of its setting', async () => {
  const { folder, remove } = await temporaryFolder()
  onTestFinished(remove)
  const places = [
    'file:///dev/null/files',
    s3.address.replace('@files', '@nowhere'),
    's3://a:b@c?endpoint=http://127.0.0.1:9',
  ]
  for (const place of places)
    await expect(openFiles(place, folder)).rejects.toThrow(
      /^The location in FILES_URL can’t be used: /,
    )
})

test.for([
  ['a.pdf', 'a.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ana\\W-2.PDF', 'W-2.PDF'],
  ['\u202efdp.exe', 'fdp.exe'],
  ['a\u0000b\r\nc\u2028.txt', 'abc.txt'],
  ['\ufeff\u200b.pdf', 'file.pdf'],
  ['', 'file'],
  ['...', 'file'],
  ['a.pdf. . ', 'a.pdf'],
  ['  a   b.pdf', 'a b.pdf'],
  ['\ud800x.pdf', 'x.pdf'],
  ['e\u0301.pdf', '\u00e9.pdf'],
  ['名前 書類.pdf', '名前 書類.pdf'],
  ['می‌خواهم.pdf', 'می‌خواهم.pdf'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
])('the name %j is shown as %j', ([given, shown]) => {
  expect(fileName(given)).toBe(shown)
})

test('a long name keeps its extension, and no name breaks out of its header', () => {
  const name = fileName(`${'👩'.repeat(400)}.pdf`)
  expect([...name]).toHaveLength(255)
  expect(name.endsWith('👩.pdf')).toBe(true)
  const header = contentDisposition('inline', 'a"; filename=b.exe\\%0d.pdf')
  expect(header).toBe(
    `inline; filename="a_; filename=b.exe__0d.pdf"; filename*=UTF-8''a%22%3B%20filename%3Db.exe%5C%250d.pdf`.replace(
      'a__',
      'a_;',
    ),
  )
})

test.for([' ', '.', '/', 'e\u0301', '\u202e'])(
  'a name of a million %j is cut in linear time',
  (sign) => {
    expect(
      [...fileName(`a${sign.repeat(1_000_000)}b.pdf`)].length,
    ).toBeLessThanOrEqual(255)
  },
)
