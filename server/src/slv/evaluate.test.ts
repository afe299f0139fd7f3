import { NewSlvRequest } from '@portal/contract/slv-request/model'
import { describe, expect } from 'vitest'
import { answerVariances } from '../../test/actions.ts'
import { createRule, rules, test } from '../../test/evaluation.ts'
import { findRow, findRows } from '../../test/rows.ts'
import { readReport } from '../reporting/report/read-report.ts'
import {
  addSlvRequest,
  updateSlvRequest,
} from '../slv-request/change-requests.ts'
import { getEvaluation } from './evaluate.ts'
import { makeFinalDecision, startReview } from './review/decide.ts'
import { saveSlv } from './rounds/save-slv.ts'
import { sendRequest } from './rounds/send-request.ts'

const knockout =
  'LTV 95%, at most 90% is a knockout (§1): no variance can be granted. LTV must be at most 90%, or the loan needs a different program.'
const overKnockout = { loanAmount: 608_000 }
const other = NewSlvRequest.parse({
  reason: 'Other',
  justification: 'A long relationship',
  currentGuideline: 'None',
  compensatingFactors: [{ factor: 'DTI below maximum', value: '' }],
})

describe('a variance from a rule', () => {
  test('is filled from the rule, cites it, and can’t be edited where the rule fills it', async ({
    round,
  }) => {
    const { id, owner, request } = round
    const added = await request()
    expect(added).toMatchObject({
      parameter: 'CREDIT_SCORE',
      operator: '>=',
      guidelineValue: 660,
      actualValue: 655,
      unit: 'points',
      currentGuideline: 'At the limit of 660',
      citation: '§4.2',
      summary: 'FICO 655 against ≥ 660: 5 points short',
    })
    expect(added.versionNumber).not.toBeNull()
    const change = {
      guidelineValue: 600,
      currentGuideline: 'Any score',
      justification: 'More',
    }
    await expect(
      updateSlvRequest(owner, id, added.id, change),
    ).rejects.toMatchObject({
      details: ['guidelineValue', 'currentGuideline'].map((field) => ({
        field,
        error: 'Filled from the guideline',
      })),
    })
    await updateSlvRequest(owner, id, added.id, { justification: 'More' })
  })

  test('has the figures of the form at the time of sending', async ({
    round,
    db,
  }) => {
    const { id, owner, request } = round
    await request()
    await saveSlv(owner, id, { creditScore: 651 })
    await sendRequest(owner, id, 'manual')
    expect(await findRow(db, 'slvRequest', { slvId: id })).toMatchObject({
      actualValue: 651,
      guidelineValue: 660,
    })
  })

  test('is refused for an unknown rule, a missing figure, and a knockout, also when the request is sent', async ({
    round,
    db,
  }) => {
    const { id, owner, request } = round
    const ask = (ruleId: string | undefined) =>
      addSlvRequest(
        owner,
        id,
        NewSlvRequest.parse({ reason: 'Other', ruleId: ruleId ?? null }),
      )
    await expect(ask(crypto.randomUUID())).rejects.toMatchObject({
      details: [{ field: 'ruleId' }],
    })
    const { findings } = await getEvaluation(owner, id)
    const ruleOf = (parameter: string) =>
      findings.find((each) => each.parameter === parameter)?.ruleId
    await saveSlv(owner, id, { dti: null })
    await expect(ask(ruleOf('DTI'))).rejects.toMatchObject({
      details: [
        { field: 'ruleId', error: 'The figure for this rule is missing' },
      ],
    })
    await saveSlv(owner, id, { dti: 43.5 })
    await request()
    await addSlvRequest(
      owner,
      id,
      NewSlvRequest.parse({
        reason: 'LTV / CLTV',
        parameter: 'LTV',
        operator: '<=',
        guidelineValue: 90,
        actualValue: 95,
        justification: 'A large deposit',
        currentGuideline: 'At most 90%',
      }),
    )
    await saveSlv(owner, id, overKnockout)
    const knockedOut = (await getEvaluation(owner, id)).findings.find(
      ({ state }) => state === 'KNOCKED_OUT',
    )
    await expect(ask(knockedOut?.ruleId)).rejects.toMatchObject({
      details: [
        {
          field: 'ruleId',
          error: 'Knockouts are not eligible for a variance (§1)',
        },
      ],
    })
    await expect(sendRequest(owner, id, 'manual')).rejects.toMatchObject({
      details: [{ field: 'slvRequests.1.parameter', error: knockout }],
    })
    expect(await findRow(db, 'slv', { id })).toMatchObject({
      status: 'DRAFT',
      evaluation: null,
    })
  })
})

describe('a ratio that contradicts its inputs', () => {
  test('is neither evaluated nor sent', async ({ round, db }) => {
    const { id, owner, request } = round
    await saveSlv(owner, id, {
      ltv: 0.8,
      dti: 0.43,
      incomeUsedAmount: 10_000,
      residualMoIncomeAmount: 4_800,
    })
    const { findings } = await getEvaluation(owner, id)
    const actual = (parameter: string) =>
      findings.find((finding) => finding.parameter === parameter)?.actual
    expect([actual('LTV'), actual('DTI')]).toEqual([75, 52])

    await request()
    await sendRequest(owner, id, 'manual')
    const sent = await findRow(db, 'slv', { id })
    expect([sent.ltv, sent.dti]).toEqual([75, 52])
    const history = await findRows(db, 'slvHistory', {
      slvId: id,
      action: 'send-request',
    })
    expect(history[0]?.changes).toContainEqual({
      field: 'ltv',
      before: 0.8,
      after: 75,
    })
  })

  test('is evaluated and sent if it is an override', async ({ round, db }) => {
    const { id, owner, request } = round
    await saveSlv(owner, id, {
      ltv: 74,
      ltvOverrideReason: 'The appraisal is being corrected',
    })
    await request()
    await sendRequest(owner, id, 'manual')
    const sent = await findRow(db, 'slv', { id })
    expect(sent).toMatchObject({
      ltv: 74,
      ltvOverrideReason: 'The appraisal is being corrected',
    })
    expect(
      sent.evaluation?.findings.find(({ parameter }) => parameter === 'LTV'),
    ).toMatchObject({ actual: 74 })
  })
})

describe('a knockout that can’t be decided', () => {
  test('keeps the request from being sent until its fields are filled in', async ({
    round,
  }) => {
    const { id, request, publish, adminInDays } = round
    const scope = { isExperiencedInvestor: false }
    const nextDay = await adminInDays(1)
    const owner = { ...round.owner, now: nextDay.now }
    await publish(
      nextDay,
      [
        ...rules,
        createRule('CREDIT_SCORE', 700, { severity: 'KNOCKOUT', scope }),
      ],
      '2026-03-05',
    )
    await request()
    expect(await getEvaluation(owner, id)).toMatchObject({
      verdict: 'INCOMPLETE',
    })
    await expect(sendRequest(owner, id, 'manual')).rejects.toMatchObject({
      details: [{ field: 'isExperiencedInvestor', error: 'Required' }],
    })
    await saveSlv(owner, id, { isExperiencedInvestor: true })
    expect(await sendRequest(owner, id, 'manual')).toMatchObject({
      status: 'PENDING',
    })
  })
})

test('an eligible loan without a variance is not sent, because it needs no request', async ({
  round,
}) => {
  const { id, owner } = round
  await saveSlv(owner, id, { creditScore: 700 })
  await expect(sendRequest(owner, id, 'manual')).rejects.toMatchObject({
    details: [
      {
        field: 'slvRequests',
        error: 'The loan is eligible as is. No request is needed.',
      },
    ],
  })
})

describe('a loan that is not eligible', () => {
  test('is not sent, whatever the reason of its variance', async ({
    round,
    db,
  }) => {
    const { id, owner } = round
    await addSlvRequest(owner, id, other)
    await saveSlv(owner, id, { ...overKnockout, creditScore: 700 })

    await expect(sendRequest(owner, id, 'manual')).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'ltv', error: knockout }],
    })
    expect(await findRow(db, 'slv', { id })).toMatchObject({ status: 'DRAFT' })

    await saveSlv(owner, id, { loanAmount: 576_000 })
    expect(await sendRequest(owner, id, 'manual')).toMatchObject({
      status: 'PENDING',
    })
  })

  test('is not approved after a correction or a reopening, but can be denied', async ({
    round,
  }) => {
    const { id, owner, reviewer } = round
    await addSlvRequest(owner, id, other)
    await saveSlv(owner, id, { dti: 38 })
    await sendRequest(owner, id, 'auto')
    await startReview(reviewer, id)
    await answerVariances(reviewer, id)
    const approve = () =>
      makeFinalDecision(reviewer, id, { decision: 'APPROVED' })
    const refusal = {
      statusCode: 400,
      details: [{ field: 'decision', error: knockout }],
    }

    await saveSlv(reviewer, id, overKnockout)
    await expect(approve()).rejects.toMatchObject(refusal)

    await saveSlv(reviewer, id, { loanAmount: 480_000 })
    await approve()
    await startReview(reviewer, id, { reopenReason: 'A new appraisal' })
    await saveSlv(reviewer, id, overKnockout)
    await expect(approve()).rejects.toMatchObject(refusal)

    const denied = {
      decision: 'DECLINED',
      decisionComment: 'Over the limit',
    } as const
    expect(await makeFinalDecision(reviewer, id, denied)).toMatchObject({
      status: 'DECLINED',
    })
  })

  test('is not approved in a post-close SLV either, which was never sent', async ({
    round: _,
    a,
    as,
    db,
  }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({
      type: 'POST',
      postCloseReason: 'Seller Error',
      underwriterId: underwriter.id,
      ...overKnockout,
    })
    await db.deleteFrom('slvRequest').where('slvId', '=', slv.id).execute()
    await expect(
      makeFinalDecision(await as(underwriter), slv.id, {
        decision: 'APPROVED',
      }),
    ).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'decision', error: knockout }],
    })
  })
})

test('the seller’s report of a denial has the nearest fit that the page shows; the internal one has none', async ({
  round,
  a,
  as,
}) => {
  const { reviewer } = round
  const denied = await a.slv({
    status: 'DECLINED',
    underwriterId: reviewer.actor.id,
    creditScore: 700,
    loanAmount: 608_000,
    ltv: 95,
  })
  const seller = await as(await a.ownerOf(denied))
  const { nearest } = await getEvaluation(seller, denied.id, 'now')
  expect(nearest).toMatchObject({ field: 'loanAmount', to: 576_000 })
  expect((await readReport(seller, denied.id)).nearest).toEqual(nearest)
  expect((await readReport(reviewer, denied.id, 'SELLER')).nearest).toEqual(
    nearest,
  )
  expect((await readReport(reviewer, denied.id)).nearest).toBeNull()
})
