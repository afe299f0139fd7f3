import { describe, expect, test } from 'vitest'
import { createUploader, type UploaderDoors } from './uploader.ts'

type Sent = { name: string; key: string; arrive: () => void; cut: (error: unknown) => void; signal: AbortSignal }

/** The server is replaced by answers that come when the test says so. */
const staged = (doors: Partial<UploaderDoors> = {}) => {
  const sent: Sent[] = []
  const settled: object[] = []
  const uploader = createUploader({
    check: () => null,
    send: (_target, { name }, { intent, signal, onProgress }) =>
      new Promise((resolve, reject) => {
        onProgress(1)
        signal.addEventListener('abort', () => reject(signal.reason))
        sent.push({ name, key: intent.keyFor(name), arrive: () => resolve(null), cut: reject, signal })
      }),
    failure: (_error, { name }) => `${name} failed`,
    isFinal: (error) => error instanceof Error && error.message === 'never',
    onSettled: ({ added, failed }) => settled.push({ added, failed: failed.map(({ problem }) => problem) }),
    ...doors,
  })
  return { uploader, sent, settled, states: () => uploader.get().uploads.map(({ name, state }) => [name, state]) }
}
const files = (...names: string[]) => names.map((name) => new File(['content'], name))
const answered = () => new Promise((resolve) => setTimeout(resolve))

describe('the uploader', () => {
  test('sends three at once and says it once when all have arrived', async () => {
    const { uploader, sent, settled, states } = staged()
    uploader.add('SELLER', files('a', 'b', 'c', 'd'))
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    sent[1]?.arrive()
    await answered()
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
    for (const { arrive } of sent) arrive()
    await answered()
    expect(states()).toEqual([])
    expect(settled).toEqual([{ added: 4, failed: [] }])
  })

  test('tries again under the same key when the line was cut', async () => {
    const { uploader, sent, settled, states } = staged()
    uploader.add('SELLER', files('a'))
    sent[0]?.cut(new Error('cut'))
    await answered()
    expect(states()).toEqual([['a', 'FAILED']])
    expect(settled).toEqual([{ added: 0, failed: ['a failed'] }])
    uploader.retry('1')
    expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key])
  })

  test('offers no second try for what the server will never take', async () => {
    const { uploader, sent, settled, states } = staged()
    uploader.add('SELLER', files('a'))
    sent[0]?.cut(new Error('never'))
    await answered()
    expect(states()).toEqual([['a', 'REFUSED']])
    expect(settled).toEqual([{ added: 0, failed: ['a failed'] }])
  })

  test('a cancelled one is aborted, gives its place to the next and is no failure', async () => {
    const { uploader, sent, settled, states } = staged()
    uploader.add('SELLER', files('a', 'b', 'c', 'd'))
    uploader.cancel('1')
    expect(sent[0]?.signal.aborted).toBe(true)
    await answered()
    expect(states()[0]).toEqual(['a', 'CANCELLED'])
    for (const { arrive } of sent.slice(1)) arrive()
    await answered()
    expect(settled).toEqual([{ added: 3, failed: [] }])
  })

  test('what is refused beforehand never leaves', async () => {
    const { uploader, sent, states } = staged({ check: ({ name }) => (name === 'b' ? 'No' : null) })
    uploader.add('SELLER', files('a', 'b'))
    expect(sent.map(({ name }) => name)).toEqual(['a'])
    expect(states()).toEqual([
      ['a', 'SENDING'],
      ['b', 'REFUSED'],
    ])
  })

  test('whoever leaves ends all of it', async () => {
    const { uploader, sent, settled, states } = staged()
    uploader.add('SELLER', files('a', 'b', 'c', 'd'))
    uploader.stop()
    await answered()
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
    expect([states(), settled]).toEqual([[], []])
  })
})
