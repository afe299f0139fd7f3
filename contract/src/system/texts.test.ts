import { expect, test } from 'vitest'
import { actorWith } from '../../test/actors.ts'
import { permissions, roles } from '../user/model.ts'
import { settingsFor } from '../user/navigation.ts'
import { administrationFor } from './texts.ts'

const pagesFor = (...args: Parameters<typeof actorWith>) =>
  administrationFor(actorWith(...args)).map(({ page }) => page)

test('every page of settings that needs a permission is in the help', () => {
  const admin = actorWith('UNDERWRITER', ...permissions)
  const forEveryone = settingsFor(actorWith('UNDERWRITER'))
  const pages = settingsFor(admin)
    .filter(({ path }) => !forEveryone.some((page) => page.path === path))
    .map(({ label }) => label)
  expect(pages.length).toBeGreaterThan(5)
  expect(pagesFor('UNDERWRITER', ...permissions)).toEqual(
    expect.arrayContaining(pages),
  )
})

test('people read only about pages that they can open', () => {
  for (const role of roles) expect(pagesFor(role)).toEqual([])
  expect(pagesFor('UNDERWRITER', 'manageGuidelines')).toEqual([
    'Guidelines',
    'Price grid',
  ])
  expect(pagesFor('SELLER', ...permissions)).toEqual([
    'Permissions',
    'Integrations',
  ])
  expect(pagesFor('BDD', ...permissions)).toEqual([])
})
