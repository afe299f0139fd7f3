import { expect } from 'vitest'
import { test } from '../../test/http.ts'
import { findRow, findRows } from '../../test/rows.ts'
import type { Db } from '../lib/database/db.ts'
import { addPermission } from './add-permission.ts'

const emailOf = async (db: Db, { id }: { id: string }) =>
  (await findRow(db, 'appUser', { id })).email

test('the operator grants a permission that no administrator has', async ({
  made,
  committed: db,
  signedIn,
  now,
}) => {
  const admin = await made.underwriter('managePermissions')
  const email = await emailOf(db, admin)
  expect(await addPermission(db, now, email, 'manageGuidelines')).toBeNull()
  expect(
    await findRows(db, 'userPermission', { userId: admin.id }),
  ).toContainEqual({ userId: admin.id, permission: 'manageGuidelines' })
  const asAdmin = await signedIn(admin)
  const changes = await asAdmin('GET', `/v1/users/${admin.id}/changes`)
  expect(changes.json()).toMatchObject({
    items: [{ action: 'set-permissions', actorName: null }],
  })
})

test('the operator grants no permission twice, or without effect', async ({
  made,
  committed: db,
  now,
}) => {
  const guidelines = await made.underwriter('manageGuidelines')
  const seller = await made.seller()
  for (const [email, refusal] of [
    [await emailOf(db, guidelines), /already has/],
    [await emailOf(db, seller), /no effect/],
    ['who@buyer.example', /no user/],
  ] as const)
    expect(await addPermission(db, now, email, 'manageGuidelines')).toMatch(
      refusal,
    )
})
