import { expect, vi } from 'vitest'
import { test } from '../../../test/http.ts'
import type { Db } from './db.ts'

/**
 * Every query for SLVs forgets whose they are: what is left is row-level
 * security alone.
 */
vi.mock(import('../../slv/visible.ts'), async (original) => ({
  ...(await original()),
  inScope: (eb) => eb.lit(true),
  visibleSlvs: ({ db }: { db: Db }) => db.selectFrom('slv'),
}))

test('row-level security hides other companies from queries without a scope', async ({
  made,
  signedIn,
}) => {
  const [acme, birch] = [
    await made.seller(undefined, 'myCompanyView'),
    await made.seller(),
  ]
  const own = await made.slv({ sellerId: acme.id, companyId: acme.companyId })
  const foreign = await made.slv({
    sellerId: birch.id,
    companyId: birch.companyId,
  })
  const asked = async (
    call: Awaited<ReturnType<typeof signedIn>>,
    path: string,
  ) => {
    const answer = await call('GET', path)
    return {
      status: answer.statusCode,
      hasOwn: answer.body.includes(own.id),
      hasForeign: answer.body.includes(foreign.id),
    }
  }
  const [seller, staff] = [
    await signedIn(acme),
    await signedIn(await made.underwriter('myOwn')),
  ]

  expect(await asked(staff, '/v1/proxy-loans')).toEqual({
    status: 200,
    hasOwn: true,
    hasForeign: true,
  })
  expect(await asked(seller, '/v1/proxy-loans')).toEqual({
    status: 200,
    hasOwn: true,
    hasForeign: false,
  })
  expect(
    (await seller('GET', '/v1/proxy-loans/statistics')).json(),
  ).not.toEqual((await staff('GET', '/v1/proxy-loans/statistics')).json())
  for (const part of ['', '/detailed', '/documents', '/conversation-log']) {
    expect(
      await asked(seller, `/v1/proxy-loan/${own.id}${part}`),
      part,
    ).toMatchObject({ status: 200 })
    expect(
      await asked(seller, `/v1/proxy-loan/${foreign.id}${part}`),
      part,
    ).toMatchObject({ status: 404 })
  }
})
