import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { addRow, findRows } from '../../test/rows.ts'
import { getDbFor } from '../lib/database/db.ts'
import { unzipped } from '../lib/files/zip.ts'
import { writeEvent } from '../slv/write-history.ts'
import { exportOwnData, exportPerson } from './export-person.ts'

test('people download their own data, administrators anyone’s, without secrets or loan data', async ({
  committed: db,
  made,
  ctxOf,
  now,
}) => {
  const seller = await made.seller()
  const mate = await made.seller(seller.companyId)
  const admin = await made.underwriter('managePermissions')
  const slv = await made.slv({ sellerId: seller.id })
  const ctx = await ctxOf(seller)
  await writeEvent(ctx, slv, {
    action: 'save',
    changes: [{ field: 'city', before: 'Fresno', after: 'CANARY' }],
  })
  for (const { id } of [seller, mate])
    await addRow(db, 'comment', {
      slvId: slv.id,
      type: 'EXTERNAL',
      message: `Said by ${id}`,
      authorId: id,
      createdAt: now,
    })
  await addRow(db, 'credential', {
    userId: seller.id,
    passwordHash: 'CANARY',
    passwordSetAt: now,
  })

  const own = await unzipped(
    await buffer(exportOwnData({ ...ctx, db: getDbFor(db, seller) })),
  )
  const read = (name: string) => JSON.parse(own.get(`${name}.json`) ?? '')
  expect(read('profile')).toMatchObject([{ id: seller.id }])
  expect(read('comments')).toMatchObject([{ message: `Said by ${seller.id}` }])
  expect(read('slv-activity')).toMatchObject([
    { slvId: slv.id, action: 'save' },
  ])
  expect(read('password')).toEqual([{ passwordSetAt: now.toISOString() }])
  expect([...own.values()].join()).not.toMatch(/CANARY|Fresno/)

  const all = await unzipped(
    await buffer(await exportPerson(await ctxOf(admin), seller.id)),
  )
  expect([...all.keys()]).toEqual(
    expect.arrayContaining([...own.keys(), 'single-sign-on.json']),
  )
  await expect(exportPerson(ctx, mate.id)).rejects.toMatchObject({
    statusCode: 404,
  })
})

test('the profile of a download has each column of a person, except derived ones and the portal’s own', async ({
  committed: db,
  made,
  ctxOf,
}) => {
  const seller = await made.seller()
  const ctx = await ctxOf(seller)
  const [row = {}] = await findRows(db, 'appUser', { id: seller.id })
  const files = await unzipped(
    await buffer(exportOwnData({ ...ctx, db: getDbFor(db, seller) })),
  )
  const [profile] = JSON.parse(files.get('profile.json') ?? '')
  expect(
    Object.keys(row).filter((column) => !(column in profile)),
    'Add the column to `profile` in export-person.ts',
  ).toEqual([
    'name',
    'companyId',
    'lastAssignedAt',
    'notificationMailSince',
    'isService',
  ])
})
