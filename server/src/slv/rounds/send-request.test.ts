import { describe, expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { addProgram } from '../../guideline/change-programs.ts'
import { setResubmitted } from './resubmit.ts'
import { sendRequest } from './send-request.ts'

describe('sending a request', () => {
  test('names every missing field and the missing variance', async ({
    a,
    as,
    db,
  }) => {
    const slv = await a.slv({
      status: 'DRAFT',
      requestorName: null,
      dti: null,
      zip: null,
    })
    await db.deleteFrom('slvRequest').where('slvId', '=', slv.id).execute()
    const owner = await as(await a.ownerOf(slv))
    await expect(sendRequest(owner, slv.id, 'auto')).rejects.toMatchObject({
      statusCode: 400,
      details: [
        { field: 'requestorName', error: 'Required' },
        { field: 'zip', error: 'Required' },
        { field: 'dti', error: 'Required' },
        { field: 'slvRequests', error: 'Add at least one variance' },
      ],
    })
  })

  test('says that no program is active on the lock date, and that the chosen one isn’t', async ({
    a,
    as,
    db,
  }) => {
    const slv = await a.slv({
      status: 'DRAFT',
      originalLockDate: '2025-12-01',
    })
    const owner = await as(await a.ownerOf(slv))
    const refused = (error: string) =>
      expect(sendRequest(owner, slv.id, 'auto')).rejects.toMatchObject({
        statusCode: 400,
        details: expect.arrayContaining([
          { field: 'buyerNonAgencyProgram', error },
        ]),
      })
    const start = (activeFrom: string) =>
      db.updateTable('guidelineProgram').set({ activeFrom })
    const { buyerNonAgencyProgram } = slv
    await start('2026-01-01')
      .where('name', '=', buyerNonAgencyProgram ?? '')
      .execute()
    await refused(
      `${buyerNonAgencyProgram} is not active on 12/01/2025, the lock date. Choose an active program.`,
    )
    await start('2026-01-01').execute()
    await refused(
      'No program is active on 12/01/2025, the lock date. Ask the buyer’s administrator to add one, or to start one earlier.',
    )
  })

  test('qualifies by the program that was added after the draft was opened', async ({
    a,
    as,
    db,
  }) => {
    const program = 'Investor Plus'
    const slv = await a.slv({
      status: 'DRAFT',
      buyerNonAgencyProgram: program,
      buyerNonAgencyProductName: '30F',
      dti: null,
      dscr: 1.2,
    })
    expect(slv.qualifiesBy).toBe('DTI')
    await addProgram(await as(await a.underwriter('manageGuidelines')), {
      code: 'INVESTOR',
      name: program,
      family: 'DSCR',
      qualifiesBy: 'DSCR',
      activeFrom: '2020-01-01',
      activeTo: null,
      approvalDays: 60,
      products: [{ code: '30F', name: '30-year fixed' }],
    })
    const owner = await as(await a.ownerOf(slv))
    await sendRequest(owner, slv.id, 'auto')
    const sent = await db
      .selectFrom('slv')
      .select('qualifiesBy')
      .where('id', '=', slv.id)
      .executeTakeFirst()
    expect(sent).toEqual({ qualifiesBy: 'DSCR' })
  })

  test('names a ratio that the amounts take out of range', async ({
    a,
    as,
  }) => {
    const slv = await a.slv({
      status: 'DRAFT',
      purpose: 'R&T',
      loanAmount: 900_000,
      appraisedValueAmount: 300_000,
      ltv: 80,
    })
    const owner = await as(await a.ownerOf(slv))
    await expect(sendRequest(owner, slv.id, 'auto')).rejects.toMatchObject({
      statusCode: 400,
      details: expect.arrayContaining([
        { field: 'ltv', error: 'The amounts result in 300%. No more than 200' },
      ]),
    })
  })

  test('dates it, starts the clock, and shows the owner nothing internal', async ({
    a,
    as,
    now,
  }) => {
    const slv = await a.slv({ status: 'DRAFT' })
    const owner = await as(await a.ownerOf(slv))
    const sent = await sendRequest(owner, slv.id, 'manual')
    expect(sent).toMatchObject({
      status: 'PENDING',
      date: now.toISOString(),
      underwriterId: null,
    })
    expect(Object.keys(sent)).not.toContain('groupSlaStatus')
    expect(sent.availableActions).toEqual(['set-withdraw-pending'])
  })
})

describe('first assignment', () => {
  test('goes to the active underwriter with myOwn who has the fewest open units', async ({
    a,
    as,
    db,
  }) => {
    const [busy, idle, gone, manager] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
      await a.underwriter('manageSlr'),
    ]
    await db
      .updateTable('appUser')
      .set({ status: 'INACTIVE' })
      .where('id', '=', gone.id)
      .execute()
    await a.slv({ status: 'REVIEW', underwriterId: busy.id })
    await a.slv({ status: 'APPROVED', underwriterId: idle.id })
    const slv = await a.slv({ status: 'DRAFT' })
    const owner = await as(await a.ownerOf(slv))
    const { underwriterId } = await sendRequest(owner, slv.id, 'auto')
    expect(underwriterId).toBe(idle.id)
    expect(underwriterId).not.toBe(manager.id)
  })

  test('breaks ties by the longest time since the last assignment', async ({
    a,
    as,
    db,
    now,
  }) => {
    const [first, second] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    await db
      .updateTable('appUser')
      .set({ lastAssignedAt: now })
      .where('id', '=', first.id)
      .execute()
    const slv = await a.slv({ status: 'DRAFT' })
    const owner = await as(await a.ownerOf(slv))
    expect(await sendRequest(owner, slv.id, 'auto')).toMatchObject({
      underwriterId: second.id,
    })
  })

  test('returns a resubmission to its underwriter unless they are inactive', async ({
    a,
    as,
    db,
  }) => {
    const [before, next] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const make = () =>
      a.slv({
        status: 'DRAFT_RESUBMITTED',
        underwriterId: before.id,
        resubmitCount: 1,
      })
    const ownerOf = async (slv: Parameters<typeof a.ownerOf>[0]) =>
      as(await a.ownerOf(slv))

    const kept = await make()
    expect(
      await setResubmitted(await ownerOf(kept), kept.id, 'auto'),
    ).toMatchObject({ underwriterId: before.id })

    await db
      .updateTable('appUser')
      .set({ status: 'INACTIVE' })
      .where('id', '=', before.id)
      .execute()
    const passed = await make()
    expect(
      await setResubmitted(await ownerOf(passed), passed.id, 'auto'),
    ).toMatchObject({ underwriterId: next.id })
  })
})
