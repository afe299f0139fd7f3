import { expect, test } from 'vitest'
import { percentSent } from '../../ui/inputs/upload-bar.tsx'
import { failureTexts, Uploader } from './uploader.ts'

/** An uploader whose server responds when the test says so. */
const setUp = () => {
  const sent: {
    name: string
    intent: object
    resolve: () => void
    cut: () => void
  }[] = []
  const settled: object[] = []
  const waiting: (() => void)[] = []
  const uploader = new Uploader({
    check: () => null,
    send: (_target, { name }, { intent }) => {
      const response = Promise.withResolvers<null>()
      sent.push({
        name,
        intent,
        resolve: () => response.resolve(null),
        cut: () => response.reject(new Error('cut off')),
      })
      return response.promise
    },
    describeError: () => 'Failed',
    isCutOff: () => true,
    onReconnect: (resume) => waiting.push(resume),
    isRefusal: () => false,
    onSettled: ({ added, failed }) => settled.push({ added, failed }),
  })
  const reconnect = () => {
    for (const resume of waiting) resume()
  }
  return { uploader, sent, settled, reconnect }
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

test('a file that was cut off is sent again by itself, with the same key, when the connection is back', async () => {
  const { uploader, sent, settled, reconnect } = setUp()
  uploader.add('SELLER', files('a'))
  sent[0]?.cut()
  await nextTick()
  expect(uploader.get()).toMatchObject([{ state: 'PAUSED', problem: null }])
  expect(settled).toEqual([])

  reconnect()
  expect(sent).toHaveLength(2)
  expect(sent[1]?.intent).toBe(sent[0]?.intent)
  sent[1]?.resolve()
  await nextTick()
  expect(settled).toEqual([{ added: 1, failed: [] }])
})

test('a file that is cut off again and again fails, and can be tried again', async () => {
  const { uploader, sent, reconnect } = setUp()
  uploader.add('SELLER', files('a'))
  for (const cut of [0, 1, 2, 3, 4, 5]) {
    sent[cut]?.cut()
    await nextTick()
    reconnect()
  }
  expect(sent).toHaveLength(6)
  expect(uploader.get()).toMatchObject([{ state: 'FAILED', problem: 'Failed' }])
  uploader.retry('1')
  expect(sent).toHaveLength(7)
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
