import { startSftp } from '@portal/sandbox/sftp/start'
import { expect } from 'vitest'
import { test as base, index } from '../../../test/intake.ts'
import { pdf, png } from '../../../test/sample-files.ts'
import { sftpTransmittals } from '../../lib/integrations/transmittals-sftp.ts'
import { readTransmittals } from './read-transmittals.ts'

/** The same folder, read over SFTP. */
const test = base.extend('account', async ({ folder }, { onCleanup }) => {
  const sftp = await startSftp({ folder: folder.path, port: 0 })
  onCleanup(sftp.stop)
  return sftp
})

test('a transmittal is read and put away over SFTP', async ({ deps, account, folder, found, now }) => {
  const transmittals = sftpTransmittals(account)
  const after = (minutes: number) => ({
    ...deps,
    transmittals,
    clock: () => new Date(now.getTime() + minutes * 60_000),
  })
  await folder.put('a.pdf', pdf)
  await folder.put('b.png', png)
  await folder.put('index.csv', index('8001,a.pdf,,,TPR', '8002,b.png,,,', '8003,never.pdf,,,'))
  await readTransmittals(after(0))
  expect(await found.runs()).toMatchObject([{ problem: 'Waiting for an image: never.pdf', endedAt: null }])
  expect(await found.tdocs()).toEqual([])

  await readTransmittals(after(61))
  expect(await found.tdocs()).toMatchObject([
    { imageFileName: 'a.pdf', imageSize: pdf.length },
    { imageFileName: 'b.png', imageType: 'PNG' },
  ])
  expect(await found.reasons()).toEqual(['The image was not received'])
  const [run] = await found.runs()
  expect(run).toMatchObject({ createdCount: 2, rejectedCount: 1, problem: null, source: transmittals.source })
  expect(await folder.names()).toEqual([])
  const files = ['a.pdf', 'b.png', 'index.csv'].map((name) => `${run?.id}/${name}`)
  expect((await folder.done()).toSorted()).toEqual(files)
  expect(account.logins()).toBe(2)
})
