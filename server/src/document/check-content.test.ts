import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentTypes } from '@portal/contract/document/model'
import { keysOf } from '@portal/contract/lib/typed'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/files.ts'
import { harmlessFiles } from '../../test/harmless-files.ts'
import { hostileFiles } from '../../test/hostile-files.ts'
import type { Sample } from '../../test/sample-files.ts'
import { extensionOf, fileName } from '../lib/files/file-name.ts'
import { checkContent } from './check-content.ts'

let scratch: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  scratch = await temporaryFolder()
})
afterAll(() => scratch.remove())

const judged = async ({ name, bytes }: Sample) => {
  const path = join(scratch.folder, 'file')
  await writeFile(path, bytes)
  return checkContent({ path, name: fileName(name), size: bytes.length }).catch((error: unknown) => error)
}

test('there are 200 hostile files at least and 50 harmless ones, no two of a name', () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(200)
  expect(harmlessFiles.length).toBeGreaterThanOrEqual(50)
  const names = [...hostileFiles, ...harmlessFiles].map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

describe('harmless', () => {
  test.for(harmlessFiles.map((file) => [file.name, file] as const))('%s passes as what it is', async ([, file]) => {
    const extension = extensionOf(file.name)
    const type = keysOf(documentTypes).find((one) => documentTypes[one].extensions.some((of) => of === extension))
    const facts = type === 'PDF' && { facts: file.facts ?? [], pageCount: expect.any(Number) }
    expect(await judged(file)).toEqual({ type, ...facts })
  })
})

describe('hostile', () => {
  test.for(hostileFiles.map((file) => [file.name, file] as const))('%s is refused and told why', async ([, file]) => {
    const answer = await judged(file)
    expect(answer).toMatchObject({ code: 'bad_request', message: expect.stringMatching(file.why ?? /./) })
    expect(answer).toHaveProperty('message', expect.stringContaining(`"${fileName(file.name)}"`))
  })
})
