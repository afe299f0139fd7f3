import { expectSound, narrow } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'

test('an administrator reads what works on this node and what to do about the rest', async ({
  admin,
}) => {
  const { page } = admin
  await page.goto('/settings/system')
  const checks = page.getByRole('region', { name: 'Checks on this node' })
  const row = (name: string) =>
    checks.getByRole('row').filter({
      has: page.getByRole('rowheader', { name, exact: true }),
    })
  for (const [name, finding] of [
    ['Database', /OK.*PostgreSQL 18/],
    ['Migrations', /OK.*All \d+ migrations are applied/],
    ['Secret key', /OK.*uses this key/],
    ['File storage', /OK.*written, read and deleted/],
    ['Mail', /OK.*accepts the connection/],
    ['LoanDock', /OK.*publishes its sign-in keys/],
    ['Single sign-on', /OK.*publishes its keys and knows the client/],
    ['Virus scanner', /Not checked.*CLAMD_URL is not set/],
    ['Transmittals', /OK.*The intake can be read/],
    ['Chromium', /OK.*Chromium/],
    ['Backup target', /Warning.*No backups are scheduled.*Set BACKUP_TO/],
  ] as const)
    await expect(row(name)).toHaveText(finding)
  await expectSound(page)
  await page.setViewportSize(narrow)
  await expect(row('Database')).toBeVisible()
  await expectSound(page)
})
