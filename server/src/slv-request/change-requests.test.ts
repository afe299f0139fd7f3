import { NewSlvRequest } from '@portal/contract/slv-request/model'
import { describe, expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { addDecisionRequest } from './change-decisions.ts'
import { addSlvRequest, deleteSlvRequest, updateSlvRequest } from './change-requests.ts'

const more = NewSlvRequest.parse({ reason: 'DTI', justification: 'Residual income' })

describe('a variance', () => {
  test('has a distance and the unit of its parameter, and is recorded in the history', async ({ a, as, historyOf }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ underwriterId: underwriter.id })
    const ctx = await as(underwriter)
    const changed = await updateSlvRequest(ctx, slv.id, slv.requestId, {
      parameter: 'LTV',
      unit: 'points',
      actualValue: 82,
    })
    expect(changed).toMatchObject({ unit: '%', distance: -578, slvVersion: slv.version + 1 })
    expect((await historyOf(slv)).map(({ action, changes }) => [action, changes.map(({ field }) => field)])).toEqual([
      ['update-request', ['slvRequests.parameter', 'slvRequests.unit', 'slvRequests.actualValue']],
    ])
  })

  test('that is saved unchanged gets no version and no history', async ({ a, as, historyOf }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ underwriterId: underwriter.id })
    const same = {
      compensatingFactors: [{ value: '18 months', factor: 'Reserves above requirement' }],
      actualValue: 655,
    }
    expect(await updateSlvRequest(await as(underwriter), slv.id, slv.requestId, same)).toMatchObject({
      slvVersion: slv.version,
    })
    expect(await historyOf(slv)).toEqual([])
  })

  test('is deleted with its answer; the last one of a sent request stays', async ({ a, as, historyOf }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ underwriterId: underwriter.id })
    const ctx = await as(underwriter)
    await expect(deleteSlvRequest(ctx, slv.id, slv.requestId)).rejects.toMatchObject({ statusCode: 409 })
    await addSlvRequest(ctx, slv.id, more)
    await addDecisionRequest(ctx, slv.id, {
      slvRequestId: slv.requestId,
      decision: 'APPROVED',
      comment: '',
      currentGuideline: '',
    })
    await deleteSlvRequest(ctx, slv.id, slv.requestId)
    expect((await historyOf(slv)).map(({ action }) => action)).toEqual([
      'add-request',
      'add-decision-request',
      'delete-decision-request',
      'delete-request',
    ])
  })
})
