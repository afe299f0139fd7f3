import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startSftp } from '@portal/sandbox/sftp/start'
import { test as base, expect } from 'vitest'
import { temporaryFolder } from '../../../test/files.ts'
import { sftpTransmittals } from './transmittals-sftp.ts'

const test = base.extend('account', async ({}, { onCleanup }) => {
  const { folder, remove } = await temporaryFolder()
  const sftp = await startSftp({ folder, port: 0 })
  onCleanup(async () => {
    await sftp.stop()
    await remove()
  })
  return { folder, ...sftp }
})

test('files are listed, read and moved over SFTP', async ({ account }) => {
  const content = Buffer.alloc(200_000, 'image ')
  await writeFile(join(account.folder, 'a.pdf'), content)
  await writeFile(join(account.folder, 'index.csv'), 'Loan Number')
  await mkdir(join(account.folder, 'folder.csv'))
  const place = sftpTransmittals(account)
  expect(place.source).not.toContain('portal-demo')
  const inbox = await place.open()
  expect((await inbox.list()).map(({ name, size }) => [name, size]).toSorted()).toEqual([
    ['a.pdf', 200_000],
    ['index.csv', 11],
  ])
  expect((await buffer(inbox.read('a.pdf'))).equals(content)).toBe(true)
  await inbox.putAway('a.pdf', 'run')
  await inbox.putAway('a.pdf', 'run') // it is gone: nothing happens
  expect(await readdir(join(account.folder, 'done', 'run'))).toEqual(['a.pdf'])
  await expect(buffer(inbox.read('a.pdf'))).rejects.toThrow(/No such file/)
  await inbox.close()
})

test('a host with another key never gets the password, and a wrong password is refused', async ({ account }) => {
  const other = { ...account, hostKey: `SHA256:${'a'.repeat(43)}` }
  await expect(sftpTransmittals(other).open()).rejects.toThrow(/verification failed/)
  expect(account.logins()).toBe(0)
  const wrong = { ...account, url: account.url.replace('portal-demo', 'guess') }
  await expect(sftpTransmittals(wrong).open()).rejects.toThrow(/authentication/)
})
