import { expect, test } from 'vitest'
import { percentSent } from '../../ui/inputs/upload-bar.tsx'
import { failureTexts, Uploader } from './uploader.ts'

/** An uploader whose server responds when the test says so. */
const setUp = () => {
  const sent: { name: string; resolve: () => void }[] = []
  const settled: object[] = []
  const uploader = new Uploader({
    check: () => null,
    send: (_target, { name }) => {
      const response = Promise.withResolvers<null>()
      sent.push({ name, resolve: () => response.resolve(null) })
      return response.promise
    },
    describeError: () => '',
    isRefusal: () => false,
    onSettled: ({ added, failed }) => settled.push({ added, failed }),
  })
  return { uploader, sent, settled }
}
const files = (...names: string[]) =>
  names.map((name) => new File(['content'], name))
const nextTick = () => new Promise((resolve) => setTimeout(resolve))

test('three files are sent at the same time, and the result is reported when all have arrived', async () => {
  const { uploader, sent, settled } = setUp()
  uploader.add('SELLER', files('a', 'b', 'c', 'd'))
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  sent[1]?.resolve()
  await nextTick()
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  for (const { resolve } of sent) resolve()
  await nextTick()
  expect(uploader.get()).toEqual([])
  expect(settled).toEqual([{ added: 4, failed: [] }])
})

test('progress stays below 100% until the server has the file', () => {
  expect([0, 1, 100, 199, 200].map((sent) => percentSent(sent, 200))).toEqual([
    0, 0, 50, 99, 99,
  ])
})

test('if every file fails, one message covers them all; otherwise each file shows its own reason', () => {
  const [first, second] = [
    { problem: 'First broke' },
    { problem: 'Second broke' },
  ]
  expect(failureTexts(0, [first, second])).toEqual([
    'Failed to upload the documents',
  ])
  expect(failureTexts(1, [first, second])).toEqual([
    'First broke',
    'Second broke',
  ])
  expect(failureTexts(0, [first, { problem: null }])).toEqual(['First broke'])
})
