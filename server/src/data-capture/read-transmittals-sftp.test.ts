import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startSftp } from '@portal/sandbox/sftp/start'
import { expect } from 'vitest'
import { test as base, index } from '../../test/intake-house.ts'
import { pdf, png } from '../../test/sample-files.ts'
import { sftpTransmittals } from '../lib/transmittals-sftp.ts'
import { readTransmittals } from './read-transmittals.ts'

/** The same folder, read over an SFTP account. */
const test = base
  .extend('account', async ({ folder }, { onCleanup }) => {
    const sftp = await startSftp({ folder: folder.path, port: 0 })
    onCleanup(sftp.stop)
    return sftp
  })
  .extend('distant', ({ house, account }) => ({ ...house, transmittals: sftpTransmittals(account) }))

test('a transmittal over SFTP: half-written, without an image, read, put away, and sent again', async ({
  made,
  portal,
  distant,
  folder,
  found,
  account,
  now,
}) => {
  const vendor = await made.company('TPR_VENDOR')
  const after = (minutes: number) => ({ ...distant, clock: () => new Date(now.getTime() + minutes * 60_000) })
  const rows = [`8001,a.pdf,${vendor.name},,TPR`, '8002,b.png,,,', '9999,c.pdf,,,', '8003,never.pdf,,,']
  const isRead = async () => (await found.runs()).map(({ endedAt }) => endedAt !== null)

  await folder.put('index.csv', index(...rows.slice(0, 2)), now)
  await readTransmittals(distant)
  await appendFile(join(folder.path, 'index.csv'), `${rows.slice(2).join('\r\n')}\r\n`)
  for (const [name, content] of [['a.pdf', pdf] as const, ['b.png', png] as const, ['c.pdf', pdf] as const])
    await folder.put(name, content)
  await readTransmittals(distant)
  expect(await found.runs()).toMatchObject([{ problem: 'It is still being written' }])
  await readTransmittals(after(10))
  expect(await found.runs()).toMatchObject([{ problem: 'It waits for an image: never.pdf' }])
  expect([await found.tdocs(), await isRead()]).toEqual([[], [false]])

  await readTransmittals(after(61))
  expect(await found.tdocs()).toMatchObject([
    { imageFileName: 'a.pdf', vendorId: vendor.id, imageSize: pdf.length, type: 'AUTOMATIC' },
    { imageFileName: 'b.png', vendorId: null, imageType: 'PNG' },
  ])
  expect(await found.reasons()).toEqual(['LoanDock does not know this loan', 'The image did not come'])
  const [run] = await found.runs()
  expect(run).toMatchObject({
    rowCount: 4,
    createdCount: 2,
    rejectedCount: 2,
    problem: null,
    source: distant.transmittals.source,
  })
  expect(await folder.names()).toEqual([])
  expect((await folder.done()).toSorted()).toEqual(
    ['a.pdf', 'b.png', 'c.pdf', 'index.csv'].map((name) => `${run?.id}/${name}`),
  )
  const staff = await portal.as(await made.underwriter('managePermissions'))
  const rejects = await staff.get(`/v1/tdocs/intake/runs/${run?.id}/rejects`)
  expect(rejects.text).toContain('8003,never.pdf')
  const reviewer = await portal.as(await made.user({ role: 'TPR', companyId: vendor.id }))
  expect((await reviewer.get('/v1/tdocs')).body.items).toMatchObject([{ imageFileName: 'a.pdf', hasImage: true }])

  await folder.put('a.pdf', pdf)
  await folder.put('index.csv', index(...rows.slice(0, 1)))
  await readTransmittals(after(90))
  expect(await found.tdocs()).toHaveLength(2)
  expect((await found.runs())[1]).toMatchObject({ createdCount: 0, knownCount: 1, rejectedCount: 0 })
  expect(account.logins()).toBe(5)
})
