import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/files.ts'
import { growingFiles } from '../../test/growing-files.ts'
import { pdf } from '../../test/sample-files.ts'
import { portalSender } from '../lib/jobs/fair-queue.ts'
import { makeJudge } from './check-upload.ts'

let scratch: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  scratch = await temporaryFolder()
})
afterAll(() => scratch.remove())

type Judge = ReturnType<typeof makeJudge>
let written = 0
const answered = async ({ judge }: Judge, name: string, bytes: Buffer) => {
  const path = join(scratch.folder, `file-${++written}`)
  await writeFile(path, bytes)
  return judge({ path, name, size: bytes.length }, portalSender).catch((error: unknown) => error)
}

describe('the judge of uploads', () => {
  const judge = makeJudge()
  afterAll(judge.stop)

  test('says what a file is, and refuses in the words of its checks', async () => {
    expect(await answered(judge, 'statement.pdf', pdf)).toMatchObject({ type: 'PDF' })
    expect(await answered(judge, 'statement.png', pdf)).toMatchObject({
      code: 'bad_request',
      message: '"statement.png" is a PDF, not PNG',
    })
  })

  test.for(growingFiles.map((file) => [file.name, file] as const))(
    'comes to an end with a megabyte of %s',
    async ([name, { bytes, why }]) => {
      const answer = await answered(judge, name, bytes)
      if (why) expect(answer).toMatchObject({ code: 'bad_request', message: expect.stringMatching(why) })
      else expect(answer).toHaveProperty('type')
    },
  )

  test('tells a failure as that, and goes on', async () => {
    const gone = judge.judge({ path: join(scratch.folder, 'gone'), name: 'a.pdf', size: 9 }, portalSender)
    await expect(gone).rejects.toThrow(/ENOENT/)
    expect(await answered(judge, 'statement.pdf', pdf)).toMatchObject({ type: 'PDF' })
  })
})

describe('a limit of time', () => {
  test('ends what takes longer, as a refusal', async () => {
    const hurried = makeJudge({ limitMs: 1, memoryMb: 512 })
    expect(await answered(hurried, 'a.pdf', pdf)).toMatchObject({
      code: 'bad_request',
      message: '"a.pdf" could not be checked in time',
    })
    await hurried.stop()
  })
})
