import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createNode, freePortRange } from './node.ts'

test('a start that is stopped while it loads the demo data ends immediately and says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-demo-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const port = await freePortRange(6)
  const files = join(folder, `data-${port}`, 'files')
  const node = createNode({
    folder,
    port,
    settings: { NODE_ENV: 'development' },
  })
  onTestFinished(async () => void (await node.stop()))

  const starting = node.start().catch(() => undefined)
  // Some SLVs have files: the load is in progress.
  const listFiles = () => readdir(files, { recursive: true }).catch(() => [])
  const hasFiles = async () => (await listFiles()).length > 20
  await expect.poll(hasFiles, { timeout: 100_000 }).toBe(true)
  const { code } = await node.stop()
  await starting
  expect(code).toBe(0)
  expect(await node.log()).toContain(
    'stopped loading the demo data: the next start loads it',
  )
})
