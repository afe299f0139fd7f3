import { permissions } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { test } from '../../test/http.ts'

const set = (what: 'permissions' | 'roles' | 'status') => `/v1/users/${what}`

describe('permissions', () => {
  test('are granted and taken, told to the person and kept in their history', async ({ made, signedIn, committed }) => {
    const [admin, person] = [await made.underwriter(...permissions), await made.underwriter('myOwn', 'manageSla')]
    const [asAdmin, asPerson] = [await signedIn(admin), await signedIn(person)]
    const body = { id: person.id, assignLoans: true, manageSla: false, myOwn: true }
    const answer = await asAdmin('PATCH', set('permissions'), { body })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      id: person.id,
      permissions: { assignLoans: true, manageSla: false, myOwn: true },
    })
    const told = await asPerson('GET', '/v1/notifications')
    expect(told.json().items).toMatchObject([
      { action: 'PERMISSIONS_CHANGED', description: 'Granted: Assign SLVs. Taken: SLA Management.' },
    ])
    const changes = await asAdmin('GET', `/v1/users/${person.id}/changes`)
    expect(changes.json()).toMatchObject({
      total: 1,
      items: [
        {
          actorName: admin.name,
          action: 'set-permissions',
          customMessage: null,
          changes: [
            { field: 'manageSla', before: true, after: false },
            { field: 'assignLoans', before: false, after: true },
          ],
        },
      ],
    })
    expect(await committed.selectFrom('userHistory').select('id').execute()).toHaveLength(1)
  })
})
