import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createNode, freePort } from './node.ts'
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
    settings: {
      LOAN_DOCK_URL: 'http://127.0.0.1:9',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ALLOW_INSECURE: 'PUBLIC_URL,LOAN_DOCK_URL,DATABASE_URL',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
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
