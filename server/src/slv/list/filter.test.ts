import { slvColumnRow, sortKeysFor } from '@portal/contract/slv/columns'
import {
  isRefusedFrom,
  SlvListQuery,
  type SlvNarrowingKey,
  slvFilterKeys,
  slvFilterRow,
  slvNarrowingKeys,
} from '@portal/contract/slv/list-query'
import { tableModesFor } from '@portal/contract/slv/table-mode'
import {
  isTdocFilterRefusedFrom,
  type TdocFilterKey,
  TdocListQuery,
  tdocFilterKeys,
} from '@portal/contract/tdoc/list-query'
import { type Actor, roles } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Makers, test } from '../../../test/makers.ts'
import { slvColumns } from '../../analytics/load-facts.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { toSnakeCase } from '../../lib/database/dialect.ts'
import { AppError } from '../../lib/errors.ts'
import {
  checkDownload,
  checkTdocDownload,
} from '../../reporting/exports/export-slvs.ts'
import { listTdocs } from '../../tdoc/list/list.ts'
import { listSlvs } from './list.ts'

const someone = '7d4a1b62-0c1e-4a52-9a43-0f3c1c2b7d10'

/** A value of each filter; of the tables, everyone's first one. */
const slvValues: Record<SlvNarrowingKey, string | undefined> = {
  tableMode: undefined,
  departmentTableMode: 'ALL',
  part: 'OPEN',
  status: 'REVIEW',
  needsYou: 'true',
  overdue: 'false',
  due: 'TODAY',
  sellers: 'ACME!',
  ownerIds: someone,
  bdds: someone,
  underwriterIds: someone,
  type: 'PRE',
  timeframe: 'LAST_MONTH',
  productCodes: 'WVOE',
  loanAmount: '1..',
  creditScore: '..700',
  ltv: '70..80',
  reasons: 'FICO',
  conditions: 'OVERDUE',
  states: 'CA',
  occupancies: 'P',
  slrReviewerIds: someone,
  tradeDeskIds: someone,
  decidedSince: '2026-01-05',
  expired: 'true',
  figuresChanged: 'true',
  like: `CREDIT_SCORE:0:10:${someone}`,
  has: 'dscr',
}

const tdocValues: Record<TdocFilterKey, string> = {
  needsYou: 'true',
  assignedUnderwriter: someone,
  reviewUnderwriter: someone,
  type: 'MANUAL',
  vendorName: 'Orchid!',
  tprResponse: 'RECEIVED',
  progressTracking: 'IN_REVIEW',
  sellers: 'ACME, Inc.!',
  borrowers: 'Ortiz!',
  loanStatuses: 'Clear to Close!',
  loanNumbers: '7001234',
}

/** The status of the response, and the fields that it names. */
async function ask(read: () => Promise<unknown>) {
  try {
    await read()
    return { status: 200, fields: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fields = (error.details ?? []).map(({ field }) => field)
    return { status: error.statusCode, fields }
  }
}

/** Someone of each role with every list that the role can have. */
const everyRole = async (a: Makers): Promise<Actor[]> => {
  const actors: Actor[] = []
  for (const role of roles)
    actors.push(
      role === 'UNDERWRITER'
        ? await a.underwriter('viewSlvDepartment')
        : await a.user({ role }),
    )
  return actors
}

test('each filter of the SLV lists is refused from exactly the roles that its row names', async ({
  a,
  as,
}) => {
  const actors = (await everyRole(a)).filter(
    (actor) => tableModesFor(actor).length > 0,
  )
  const lines: string[] = []
  for (const key of slvNarrowingKeys) {
    const query = SlvListQuery.parse({ [key]: slvValues[key] })
    const refusedFrom: string[] = []
    for (const actor of actors) {
      const ctx: Ctx = await as(actor)
      const name = `${key} as ${actor.role}`
      const expected = isRefusedFrom(actor.role, key)
        ? { status: 400, fields: [key] }
        : { status: 200, fields: [] }
      expect(await ask(() => listSlvs(ctx, query)), name).toEqual(expected)
      expect(await ask(() => checkDownload(ctx, query)), name).toEqual(expected)
      if (expected.status === 400) refusedFrom.push(actor.role)
    }
    lines.push(`${key.padEnd(20)}${refusedFrom.join(', ') || '-'}`)
  }
  await expect(
    [
      'SLV filters, and the roles that they are refused from',
      '',
      ...lines,
      '',
    ].join('\n'),
  ).toMatchFileSnapshot('./filter-access.txt')
})

test('each filter of the Tdoc lists is refused from exactly the roles that its row names', async ({
  a,
  as,
}) => {
  const actors = [await a.underwriter(), await a.user({ role: 'TPR' })]
  const refused: string[] = []
  for (const key of tdocFilterKeys)
    for (const actor of actors) {
      const ctx = await as(actor)
      const query = TdocListQuery.parse({ [key]: tdocValues[key] })
      const name = `${key} as ${actor.role}`
      const expected = isTdocFilterRefusedFrom(actor.role, key)
        ? { status: 400, fields: [key] }
        : { status: 200, fields: [] }
      expect(await ask(() => listTdocs(ctx, query)), name).toEqual(expected)
      const download = () => checkTdocDownload(ctx, query)
      expect(await ask(download), name).toEqual(expected)
      if (expected.status === 400) refused.push(name)
    }
  expect(refused).toEqual(['needsYou as UNDERWRITER'])
})

test('the figures have every column that a filter compares', () => {
  const compared = slvFilterKeys.flatMap(
    (key) => slvFilterRow(key).column ?? [],
  )
  expect(Object.keys(slvColumns)).toEqual(
    expect.arrayContaining(compared.map(toSnakeCase)),
  )
})

test('the index of the list has every column that people filter and sort by', async ({
  db,
}) => {
  const filtered = slvFilterKeys
    .map(slvFilterRow)
    .flatMap(({ column, isForLinks }) => (column && !isForLinks ? column : []))
  const sorted = sortKeysFor('UNDERWRITER').filter(
    (key) => slvColumnRow(key).sort !== 'COMPUTED',
  )

  const { rows } = await sql<{ name: string }>`
    select attname as name
    from pg_attribute
    where attrelid = 'slv_list'::regclass`.execute(db)

  expect(
    rows.map(({ name }) => name),
    'A migration adds the column to the index slv_list, as 1034 does',
  ).toEqual(expect.arrayContaining([...filtered, ...sorted].map(toSnakeCase)))
})
