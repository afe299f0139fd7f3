import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createNode, freePort, productionSettings } from './node.ts'

type Line = { level: string; msg: string }

/** A production node with the embedded database, and the lines of its log. */
async function openNode(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const port = await freePort()
  const node = createNode({
    folder,
    port,
    settings: { ...productionSettings(port), ...settings },
  })
  onTestFinished(async () => void (await node.stop()))
  const readLines = async (): Promise<Line[]> => {
    const text = await node.log()
    const lines = text.split('\n').filter((line) => line !== '')
    return lines.map((line) => JSON.parse(line))
  }
  return { node, readLines }
}

test('in production every line of the log is JSON, and a readiness check during the stop is not an error', async () => {
  const { node, readLines } = await openNode({})
  await node.start()
  const stopping = node.stop()
  const ask = async () => (await fetch(`${node.url}/api/ready`)).status
  await expect.poll(ask, { interval: 10 }).toBe(503)
  expect(await stopping).toMatchObject({ code: 0 })

  const lines = await readLines()
  const messages = lines.map(({ msg }) => msg)
  expect(messages).toEqual(
    expect.arrayContaining(['start: database', 'start: server', 'ready']),
  )
  expect(lines.filter(({ level }) => level === 'error')).toEqual([])
})

test('in production a failed start says why in one line of JSON', async () => {
  const { node, readLines } = await openNode({ SECRET_KEY: 'short' })
  await expect(node.start()).rejects.toThrow('The node did not become ready')
  expect(await readLines()).toMatchObject([
    {
      level: 'fatal',
      msg: expect.stringContaining('Invalid settings:\n  SECRET_KEY must be'),
    },
  ])
})
