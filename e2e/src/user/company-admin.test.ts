import { press } from '../lib/page.ts'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { change, openPerson, personOf } from './people.ts'

test('a company admin manages their own people, but not themselves', async ({
  admin,
  quillAdmin: chief,
}) => {
  const [own, colleague, stranger] = [
    await personOf(admin, 'quillAdmin'),
    await personOf(admin, 'quill'),
    await personOf(admin, 'stranger'),
  ]
  await change(admin, 'permissions', { id: own.id, myCompanyAdmin: true })
  await change(admin, 'permissions', { id: colleague.id, myCompanyView: false })

  const { page } = chief
  await page.goto('/settings/permissions')
  const table = page.getByRole('table')
  await expect(table.getByRole('link')).toHaveText(
    [colleague.name, `${own.name} (you)`].toSorted(),
  )
  await expect(
    page.getByRole('status').filter({ hasText: '2 people' }),
  ).toBeVisible()
  await expect(
    table.getByRole('columnheader', { name: 'Company' }),
  ).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Companies' })).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: 'Invite reviewers' }),
  ).toHaveCount(0)
  await expectSound(page)

  const drawer = await openPerson(page, colleague.name)
  await expect(
    drawer.getByRole('combobox', { name: 'Add a role' }),
  ).toHaveCount(0)
  const lacking = drawer.getByRole('switch', {
    name: 'Ability to reassign SLVs',
  })
  await expect(lacking).toBeDisabled()
  await expect(lacking).toHaveAccessibleDescription(
    /You cannot grant or remove a permission that you do not have/,
  )
  await drawer.getByRole('switch', { name: 'View My Company' }).click()
  await press(drawer, 'Save', `1 Permission(s) granted to ${colleague.name}`)

  await page.goto(`/settings/permissions?person=${own.id}`)
  const mine = page.getByRole('dialog', { name: own.name })
  await expect(
    mine.getByText('You cannot change your own permissions'),
  ).toBeVisible()
  for (const each of await mine.getByRole('switch').all())
    await expect(each).toBeDisabled()
  await expect(
    mine.getByText('You cannot change your own status'),
  ).toBeVisible()

  await page.goto(`/settings/permissions?person=${stranger.id}`)
  await expect(
    page.getByText('does not exist, or you do not have access to'),
  ).toBeVisible()
  await page.goto(`/profile/${stranger.id}`)
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await page.goto(`/profile/${colleague.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Roles and permissions' }).click()
  await expect(page.getByRole('dialog', { name: colleague.name })).toBeVisible()

  await change(admin, 'permissions', { id: own.id, myCompanyAdmin: false })
  await change(admin, 'permissions', { id: colleague.id, myCompanyView: false })
})
