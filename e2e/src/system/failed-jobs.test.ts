import { press } from '../lib/page.ts'
import { expectSound, narrow, wide } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { addFailedJob, stateOfJob } from './failed-jobs.ts'

test('an administrator sees why a job failed, retries it successfully, and drops another one', async ({
  admin,
}) => {
  const { page } = admin
  const error = {
    name: 'Error',
    message: 'no mailbox for ann@borrower.example',
    code: 'EENVELOPE',
    responseCode: 550,
  }
  const retried = 'Retried story'
  const dropped = 'Dropped story'
  const id = await addFailedJob({
    name: 'sweep-reporting-changes',
    key: retried,
    error,
  })
  await addFailedJob({ name: 'sweep-reporting-changes', key: dropped, error })

  await page.goto('/settings/account')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'System' })
    .click()
  await expect(page).toHaveURL('/settings/system')
  const failed = page
    .getByRole('region', { name: 'Failed jobs' })
    .getByRole('row')
  const row = failed.filter({ hasText: retried })
  await expect(row).toContainText('The mail server returned 550')
  await expect(page.getByText('ann@borrower.example')).toHaveCount(0)
  await expectSound(page)
  await page.setViewportSize(narrow)
  for (const action of ['Retry', 'Drop'])
    await expect(row.getByRole('button', { name: action })).toBeInViewport({
      ratio: 1,
    })
  await page.setViewportSize(wide)

  await press(
    page,
    `Retry sweep-reporting-changes ${retried}`,
    'The job will run again in a few seconds',
  )
  await expect(row).toHaveCount(0)
  await press(page, `Drop sweep-reporting-changes ${dropped}`)
  await press(
    page.getByRole('dialog', { name: 'Drop this job?' }),
    'Drop job',
    'The job was dropped',
  )
  await expect(failed.filter({ hasText: dropped })).toHaveCount(0)
  const changes = page
    .getByRole('region', { name: 'Retried and dropped jobs' })
    .getByRole('row')
  await expect(changes.filter({ hasText: retried })).toContainText('Retried')
  await expect(changes.filter({ hasText: dropped })).toContainText('Dropped')
  await expect.poll(() => stateOfJob(id)).toBe('completed')
})
