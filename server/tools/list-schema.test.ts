import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import {
  contractHeader,
  readMigrations,
  withOwnerClient,
} from '../src/lib/database/migrate.ts'
import { test } from '../test/fixture.ts'
import {
  findMissing,
  formatSchema,
  listSchema,
  parseSchema,
} from './list-schema.ts'

const previous = parseSchema(
  await readFile(
    new URL('../migrations/previous-release.txt', import.meta.url),
    'utf8',
  ),
)

test('the current schema has everything that the previous release uses', async ({
  ownerUrl,
}) => {
  const present = await withOwnerClient(ownerUrl, listSchema)
  expect(previous.length).toBeGreaterThan(400)
  const migrations = await readMigrations()
  const withdrawn = migrations.flatMap(
    ({ sql }) => contractHeader.exec(sql)?.[1]?.split(/[\s,]+/) ?? [],
  )
  const used = previous.filter(({ name }) => !withdrawn.includes(name))
  expect(findMissing(used, present)).toEqual([])
})

test('finds what the previous release would miss or would have to fill', async ({
  ownerUrl,
  runAsOwner,
}) => {
  const breaks: [change: string, finding: RegExp][] = [
    ['alter table slv drop column city', /^missing or changed: slv.city \|/],
    [
      'alter table company alter column corr_id type varchar(9)',
      /company.corr_id \| text/,
    ],
    [
      'revoke update on saved_view from portal_app, portal_tenant',
      /saved_view.name \|/,
    ],
    ['drop index company_vendor_name', /unique company \|/],
    ['drop function own_company() cascade', /function own_company\(\)/],
    [
      'alter table company add column region text not null',
      /^must be filled: company.region/,
    ],
  ]
  await runAsOwner(breaks.map(([change]) => change).join(';'))
  const missing = findMissing(
    previous,
    await withOwnerClient(ownerUrl, listSchema),
  )
  for (const [change, finding] of breaks)
    expect(missing, change).toContainEqual(expect.stringMatching(finding))
})

test('the list is parsed as it is formatted', () => {
  expect(parseSchema(formatSchema(previous))).toEqual(previous)
})
