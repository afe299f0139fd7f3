import { startSftp } from '@portal/sandbox/sftp/start'
import { test as base, expect } from 'vitest'
import { withFolder } from '../../../test/files.ts'
import { sftpTransmittals } from './transmittals-sftp.ts'

const test = base
  .extend('folder', withFolder)
  .extend('account', async ({ folder }, { onCleanup }) => {
    const sftp = await startSftp({ folder, port: 0 })
    onCleanup(sftp.stop)
    return { folder, ...sftp }
  })

test('a host with another key never gets the password, and a wrong password is refused', async ({
  account,
}) => {
  const other = { ...account, hostKey: `SHA256:${'a'.repeat(43)}` }
  await expect(sftpTransmittals(other).open()).rejects.toThrow(
    /verification failed/,
  )
  expect(account.logins()).toBe(0)
  const wrong = { ...account, url: account.url.replace('portal-demo', 'guess') }
  await expect(sftpTransmittals(wrong).open()).rejects.toThrow(/authentication/)
})
