import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createNode, freePort, productionSettings } from './node.ts'
import { copyThisRelease } from './previous-release.ts'

test('the portal starts in a folder whose name has a space and an umlaut', async () => {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'loan portal ä '))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const release = await copyThisRelease(join(folder, 'portal'))
  const port = await freePort()
  const node = createNode({
    folder,
    port,
    settings: productionSettings(port),
  })
  opened.defer(async () => void (await node.stop()))

  await node.start(release)

  const page = await fetch(node.url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<div id="root">')
  expect(await (await fetch(`${node.url}/api/ready`)).json()).toMatchObject({
    status: 'ready',
  })
})
