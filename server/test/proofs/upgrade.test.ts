import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Actor,
  type Permission,
  permissions,
} from '@portal/contract/user/model'
import { expect } from 'vitest'
import { createVersion } from '../../src/guideline/change-version.ts'
import { readPrograms } from '../../src/guideline/list-programs.ts'
import { jobs } from '../../src/job-catalog.ts'
import { type Db, openDb } from '../../src/lib/database/db.ts'
import { migrate, readMigrations } from '../../src/lib/database/migrate.ts'
import { migrateJobs } from '../../src/lib/jobs/jobs.ts'
import { addPermission } from '../../src/people/add-permission.ts'
import { setRights } from '../../src/people/set-rights.ts'
import { makeFinalDecision, startReview } from '../../src/slv/review/decide.ts'
import { setResubmitted } from '../../src/slv/rounds/resubmit.ts'
import { sendRequest } from '../../src/slv/rounds/send-request.ts'
import { answerVariances } from '../actions.ts'
import { temporaryFolder } from '../files.ts'
import { asOwner, test as base, newDatabase } from '../fixture.ts'
import { ctxFor } from '../makers.ts'
import { rowOf, rowsOf } from '../rows.ts'

/** The last migration of release ba8f5ad, from before guidelines. */
const lastOfOldRelease = '0029_sla_dates.sql'

/** A Monday after the last change in those rows. */
const now = new Date('2026-11-30T15:00:00.000Z')

/** The migrations of the old release alone. */
async function writeOldMigrations(folder: string) {
  for (const { name, sql } of await readMigrations())
    if (name <= lastOfOldRelease) await writeFile(join(folder, name), sql)
}

/** A database that release ba8f5ad left, upgraded to this release. */
const test = base.extend('upgraded', async ({}, { onCleanup }): Promise<Db> => {
  const { url, ownerUrl, drop } = await newDatabase('template0')
  const { folder, remove } = await temporaryFolder()
  await writeOldMigrations(folder)
  await migrate(ownerUrl, folder)
  await remove()
  await asOwner(
    ownerUrl,
    await readFile(new URL('release-ba8f5ad.sql', import.meta.url), 'utf8'),
  )
  await migrate(ownerUrl)
  await migrateJobs(ownerUrl, jobs)
  const db = openDb({ url })
  onCleanup(async () => {
    await db.destroy()
    await drop()
  })
  return db
})

/**
 * Someone of the old portal, with the rights that they have after the upgrade.
 */
async function ctxOf(db: Db, email: string) {
  const { id, name, companyId } = await rowOf(db, 'appUser', { email })
  const [role] = await rowsOf(db, 'userRole', { userId: id, position: 0 })
  const held = (await rowsOf(db, 'userPermission', { userId: id })).map(
    ({ permission }) => permission,
  )
  const flags = Object.fromEntries(
    permissions.map((key) => [key, held.includes(key)]),
  ) as Record<Permission, boolean>
  const actor: Actor = {
    id,
    name,
    companyId,
    role: role?.role ?? 'DEFAULT',
    permissions: flags,
  }
  return ctxFor(db, actor, now)
}

/** Answers a sent request and approves it as its underwriter. */
async function approve(
  db: Db,
  { id, underwriterId }: { id: string; underwriterId: string | null },
) {
  const { email } = await rowOf(db, 'appUser', { id: underwriterId ?? '' })
  const underwriter = await ctxOf(db, email)
  await startReview(underwriter, id)
  await answerVariances(underwriter, id)
  return makeFinalDecision(underwriter, id, { decision: 'APPROVED' })
}

test('a draft and a resubmission of the old release are sent and decided, under programs made of their names', async ({
  upgraded: db,
}) => {
  const seller = await ctxOf(db, 'seller@birch.example')
  const programs = await readPrograms(db)
  expect(
    programs.map(({ name, qualifiesBy }) => [name, qualifiesBy]),
  ).toContainEqual(['WVOE', 'DTI'])
  for (const { code, products } of programs) {
    expect(code).toMatch(/^[A-Z0-9][A-Z0-9-]{0,19}$/)
    expect(products.length).toBeGreaterThan(0)
  }

  const draft = await rowOf(db, 'slv', {
    status: 'DRAFT',
    buyerNonAgencyProgram: 'WVOE',
  })
  const sent = await sendRequest(seller, draft.id, 'auto')
  expect(sent.status).toBe('PENDING')
  expect(await approve(db, sent)).toMatchObject({ status: 'APPROVED' })

  const [drafted] = (
    await rowsOf(db, 'slv', { companyId: draft.companyId })
  ).filter(({ resubmission }) => resubmission)
  const resubmitted = await setResubmitted(seller, drafted?.id ?? '', 'auto')
  expect(resubmitted.status).toBe('RESUBMITTED')
  expect(await approve(db, resubmitted)).toMatchObject({ status: 'APPROVED' })
})

test('the administrator hands out the new permissions, which no one has after an upgrade', async ({
  upgraded: db,
}) => {
  const admin = await ctxOf(db, 'admin@buyer.example')
  expect(admin.actor.permissions.manageGuidelines).toBe(false)
  // The only administrator gets them from the operator's command line.
  expect(
    await addPermission(db, now, 'admin@buyer.example', 'manageGuidelines'),
  ).toBeNull()
  expect(
    (await ctxOf(db, 'admin@buyer.example')).actor.permissions.manageGuidelines,
  ).toBe(true)
  expect(
    await addPermission(db, now, 'admin@buyer.example', 'manageGuidelines'),
  ).toMatch(/already has/)
  expect(
    await addPermission(db, now, 'seller@birch.example', 'manageGuidelines'),
  ).toMatch(/no effect/)

  const { id } = await rowOf(db, 'appUser', {
    email: 'underwriter@buyer.example',
  })
  await setRights(admin, {
    id,
    manageGuidelines: true,
    manageIntegrations: true,
  })
  const manager = await ctxOf(db, 'underwriter@buyer.example')
  expect(
    await createVersion(manager, { title: 'First guidelines' }),
  ).toMatchObject({ status: 'DRAFT' })
})
