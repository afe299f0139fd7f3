import { expect, test } from 'vitest'
import { percentSent } from '../../ui/inputs/upload-bar.tsx'
import { createUploader, failureTexts, type UploaderDeps } from './uploader.ts'

type Sent = { name: string; key: string; resolve: () => void; reject: (error: unknown) => void; signal: AbortSignal }

/** An uploader whose server responds when the test says so. */
const setUp = (deps: Partial<UploaderDeps> = {}) => {
  const sent: Sent[] = []
  const settled: object[] = []
  const uploader = createUploader({
    check: () => null,
    send: (_target, { name }, { intent, signal, onProgress }) =>
      new Promise((resolve, reject) => {
        onProgress(1)
        signal.addEventListener('abort', () => reject(signal.reason))
        sent.push({ name, key: intent.keyFor(name), resolve: () => resolve(null), reject, signal })
      }),
    describeError: (_error, { name }) => `${name} failed`,
    isRefusal: (error) => error instanceof Error && error.message === 'never',
    onSettled: ({ added, failed }) => settled.push({ added, failed: failed.map(({ problem }) => problem) }),
    ...deps,
  })
  const states = () => uploader.get().map(({ file, state }) => `${file.name} ${state}`)
  return { uploader, sent, settled, states }
}
const files = (...names: string[]) => names.map((name) => new File(['content'], name))
const nextTick = () => new Promise((resolve) => setTimeout(resolve))

test('three files are sent at the same time, and the result is reported when all have arrived', async () => {
  const { uploader, sent, settled, states } = setUp()
  uploader.add('SELLER', files('a', 'b', 'c', 'd'))
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  sent[1]?.resolve()
  await nextTick()
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  for (const { resolve } of sent) resolve()
  await nextTick()
  expect(states()).toEqual([])
  expect(settled).toEqual([{ added: 4, failed: [] }])
})

test('a failed file can be retried with the same key; a refused one can’t', async () => {
  const { uploader, sent, settled, states } = setUp()
  uploader.add('SELLER', files('a', 'b'))
  sent[0]?.reject(new Error('cut'))
  sent[1]?.reject(new Error('never'))
  await nextTick()
  expect(states()).toEqual(['a FAILED', 'b REFUSED'])
  expect(settled).toEqual([{ added: 0, failed: ['a failed', 'b failed'] }])
  uploader.retry('1')
  expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[1]?.key, sent[0]?.key])
  sent[2]?.resolve()
  await nextTick()
  expect(settled[1]).toEqual({ added: 1, failed: [] })
})

test('progress stays below 100% until the server has the file', () => {
  expect([0, 1, 100, 199, 200].map((sent) => percentSent(sent, 200))).toEqual([0, 0, 50, 99, 99])
})

test('if every file fails, one message covers them all; otherwise each file shows its own reason', () => {
  const [first, second] = [{ problem: 'First broke' }, { problem: 'Second broke' }]
  expect(failureTexts(0, [first, second])).toEqual(['Failed to upload the documents'])
  expect(failureTexts(1, [first, second])).toEqual(['First broke', 'Second broke'])
  expect(failureTexts(0, [first, { problem: null }])).toEqual(['First broke'])
})
