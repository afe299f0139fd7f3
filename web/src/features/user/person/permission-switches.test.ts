import { toRecord } from '@portal/contract/lib/typed'
import { permissions } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { groupsFor } from './rights-editor.tsx'

test('a seller gets the permissions that fit sellers, and can lose others', () => {
  const held = toRecord(permissions, (key) => key === 'manageSla')
  expect(groupsFor(['SELLER'], held)).toEqual([
    {
      label: 'Their own company',
      keys: [
        'myCompanyView',
        'myCompanyAdmin',
        'myCompanyReassignSlv',
        'manageIntegrations',
      ],
    },
    { label: 'Granted, but no effect with these roles', keys: ['manageSla'] },
  ])
})
