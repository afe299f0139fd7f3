import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentTypes } from '@portal/contract/document/model'
import { getKeys } from '@portal/contract/lib/typed'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/files.ts'
import { growingFiles } from '../../../test/growing-files.ts'
import { harmlessFiles } from '../../../test/harmless-files.ts'
import { hostileFiles } from '../../../test/hostile-files.ts'
import { pdf } from '../../../test/sample-files.ts'
import { systemSender } from '../../lib/concurrency/fair-queue.ts'
import { fileName, getExtension } from '../../lib/files/file-name.ts'
import { checkContent } from './check-content.ts'
import { openContentChecker } from './check-upload.ts'

let scratch: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  scratch = await temporaryFolder()
})
afterAll(() => scratch.remove())

/** The result of a check of a file with these bytes, or its refusal. */
const resultOf = async (
  check: (path: string) => Promise<unknown>,
  bytes: Uint8Array,
) => {
  const path = join(scratch.folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return check(path).catch((error: unknown) => error)
}
type Sample = { name: string; bytes: Uint8Array }
const checked = ({ name, bytes }: Sample) =>
  resultOf(
    (path) => checkContent({ path, name: fileName(name), size: bytes.length }),
    bytes,
  )
const checkedBy = (
  { checkContent }: ReturnType<typeof openContentChecker>,
  name: string,
  bytes: Uint8Array,
) =>
  resultOf(
    (path) => checkContent({ path, name, size: bytes.length }, systemSender),
    bytes,
  )

test('there are 200 hostile files at least and 50 harmless ones, no two of a name', () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(200)
  expect(harmlessFiles.length).toBeGreaterThanOrEqual(50)
  const names = [...hostileFiles, ...harmlessFiles].map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(
    [],
  )
})

describe('harmless', () => {
  test.for(harmlessFiles.map((file) => [file.name, file] as const))(
    '%s passes as what it is',
    async ([, file]) => {
      const extension = getExtension(file.name)
      const type = getKeys(documentTypes).find((one) =>
        documentTypes[one].extensions.some((of) => of === extension),
      )
      const facts = type === 'PDF' && {
        facts: file.facts ?? [],
        pageCount: expect.any(Number),
      }
      expect(await checked(file)).toEqual({ type, ...facts })
    },
  )
})

test.for(hostileFiles.map((file) => [file.name, file] as const))(
  'hostile %s is refused with its reason',
  async ([, file]) => {
    const answer = await checked(file)
    expect(answer).toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(file.why ?? /./),
    })
    expect(answer).toHaveProperty(
      'message',
      expect.stringContaining(`"${fileName(file.name)}"`),
    )
  },
)

const checker = openContentChecker()
afterAll(checker.stop)

test('the checker of uploads says what a file is, or why it is refused', async () => {
  expect(await checkedBy(checker, 'statement.pdf', pdf)).toMatchObject({
    type: 'PDF',
  })
  const message = '"statement.png" is a PDF, not PNG'
  expect(await checkedBy(checker, 'statement.png', pdf)).toMatchObject({
    code: 'bad_request',
    message,
  })
})

test.for(growingFiles.map((file) => [file.name, file] as const))(
  'the checker of uploads comes to an end with a megabyte of %s',
  async ([name, { bytes, why }]) => {
    const answer = await checkedBy(checker, name, bytes)
    if (why)
      expect(answer).toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(why),
      })
    else expect(answer).toHaveProperty('type')
  },
)

test('the checker of uploads reports a failure, and continues', async () => {
  const gone = checker.checkContent(
    { path: join(scratch.folder, 'gone'), name: 'a.pdf', size: 9 },
    systemSender,
  )
  await expect(gone).rejects.toThrow(/ENOENT/)
  expect(await checkedBy(checker, 'statement.pdf', pdf)).toMatchObject({
    type: 'PDF',
  })
})

test('a file whose check takes too long is refused', async () => {
  const hurried = openContentChecker({ limitMs: 1, memoryMb: 512 })
  const message = '"a.pdf" could not be checked in time'
  expect(await checkedBy(hurried, 'a.pdf', pdf)).toMatchObject({
    code: 'bad_request',
    message,
  })
  await hurried.stop()
})
