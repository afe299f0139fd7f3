import { describe, expect } from 'vitest'
import { answerVariances } from '../../test/actions.ts'
import { createRule, program, test } from '../../test/evaluation.ts'
import { findRow, findRows } from '../../test/rows.ts'
import { updateProgram } from '../guideline/change-programs.ts'
import { getEvaluation } from './evaluate.ts'
import { makeFinalDecision, startReview } from './review/decide.ts'
import { setDraftResubmitted, setResubmitted } from './rounds/resubmit.ts'
import { saveSlv } from './rounds/save-slv.ts'
import { sendRequest } from './rounds/send-request.ts'

describe('a sent round', () => {
  test('keeps its version, findings and factors, whatever is published later', async ({
    round,
    db,
  }) => {
    const { id, owner, request, publish, adminInDays } = round
    await request()
    await sendRequest(owner, id, 'manual')
    const sent = await findRow(db, 'slv', { id })
    expect(sent.evaluation).toMatchObject({
      asOf: '2026-03-04',
      versionId: sent.guidelineVersionId,
      verdict: 'NEEDS_VARIANCE',
      findings: expect.arrayContaining([
        expect.objectContaining({
          parameter: 'CREDIT_SCORE',
          state: 'MISSES',
          limit: 660,
        }),
      ]),
      factors: expect.arrayContaining([
        expect.objectContaining({
          label: 'DTI below maximum',
          state: 'DOES_NOT_COUNT',
        }),
      ]),
    })

    expect(await getEvaluation(owner, id)).toMatchObject({
      currentVersionNumber: null,
    })
    const later = await adminInDays(1)
    const { number } = await publish(
      later,
      [createRule('CREDIT_SCORE', 640)],
      '2026-03-05',
    )
    const reading = { ...owner, now: later.now }
    const kept = await getEvaluation(reading, id)
    expect(kept).toMatchObject({
      verdict: 'NEEDS_VARIANCE',
      versionId: sent.guidelineVersionId,
      changed: [],
    })
    const today = await getEvaluation(reading, id, 'now')
    expect(today.verdict).toBe('ELIGIBLE')
    expect([kept.currentVersionNumber, today.currentVersionNumber]).toEqual([
      number,
      number,
    ])
    expect(
      today.changed.map(({ parameter, after }) => [parameter, after?.state]),
    ).toEqual([
      ['CREDIT_SCORE', 'MEETS'],
      ['DTI', undefined],
      ['LTV', undefined],
    ])
  })

  test('stays under its version if another takes effect before its lock date', async ({
    round,
  }) => {
    const { id, owner, reviewer, request, publish, adminInDays } = round
    await saveSlv(owner, id, { originalLockDate: '2026-03-09' })
    await request('Investor experience')
    await sendRequest(owner, id, 'auto')
    const sent = await getEvaluation(reviewer, id)
    await publish(
      await adminInDays(1),
      [createRule('CREDIT_SCORE', 640)],
      '2026-03-05',
    )
    expect(await getEvaluation(reviewer, id)).toEqual(sent)
    await startReview(reviewer, id)
    await saveSlv(reviewer, id, { creditScore: 650 })
    const { findings } = await getEvaluation(reviewer, id)
    expect(
      findings.find(({ parameter }) => parameter === 'CREDIT_SCORE'),
    ).toMatchObject({ limit: 660, distance: -10 })
  })

  test('is evaluated the same after its program was renamed and ended', async ({
    round,
  }) => {
    const { id, owner, reviewer, admin, request } = round
    await request()
    await sendRequest(owner, id, 'auto')
    const sent = await getEvaluation(reviewer, id)
    await updateProgram(admin, {
      code: program,
      name: 'Statements 12',
      activeTo: '2026-03-01',
    })
    expect(await getEvaluation(reviewer, id)).toEqual(sent)
  })

  test('shows what a correction changed', async ({ round }) => {
    const { id, owner, reviewer, request } = round
    await request()
    await sendRequest(owner, id, 'auto')
    await startReview(reviewer, id)
    await saveSlv(reviewer, id, { creditScore: 661 })
    const { verdict, changed } = await getEvaluation(reviewer, id)
    expect(verdict).toBe('ELIGIBLE')
    expect(changed).toMatchObject([
      {
        parameter: 'CREDIT_SCORE',
        before: { state: 'MISSES', actual: 655 },
        after: { state: 'MEETS', actual: 661 },
      },
    ])
  })

  test('is approved only with a factor that counts', async ({ round, db }) => {
    const { id, owner, reviewer, request } = round
    const { id: requestId } = await request()
    await sendRequest(owner, id, 'auto')
    await startReview(reviewer, id)
    await answerVariances(reviewer, id)
    await expect(
      makeFinalDecision(reviewer, id, { decision: 'APPROVED' }),
    ).rejects.toMatchObject({
      details: [
        {
          field: 'slvRequests.0.compensatingFactors',
          error:
            'An approval needs a compensating factor for Credit Score. DTI below maximum doesn’t count: 6.5 points below the limit; needs 10 points',
        },
      ],
    })
    await saveSlv(reviewer, id, { dti: 38 })
    expect(
      await makeFinalDecision(reviewer, id, { decision: 'APPROVED' }),
    ).toMatchObject({ status: 'APPROVED' })
    expect(await findRows(db, 'slvRequest', { id: requestId })).toHaveLength(1)
  })

  test('goes into the snapshot when the next round is sent, which is evaluated again', async ({
    round,
    db,
  }) => {
    const { id, owner, reviewer, request } = round
    await request()
    const { guidelineVersionId } = await sendRequest(owner, id, 'auto').then(
      () => findRow(db, 'slv', { id }),
    )
    await startReview(reviewer, id)
    await answerVariances(reviewer, id)
    await makeFinalDecision(reviewer, id, {
      decision: 'DECLINED',
      decisionComment: 'The limit applies',
    })
    await setDraftResubmitted(owner, id)
    await saveSlv(owner, id, { creditScore: 658 })
    await setResubmitted(owner, id, 'auto')
    const [ended] = await findRows(db, 'slvRound', { slvId: id })
    expect(ended?.snapshot).toMatchObject({
      evaluation: { versionId: guidelineVersionId },
    })
    const { evaluation } = await findRow(db, 'slv', { id })
    expect(
      evaluation?.findings.find(
        ({ parameter }) => parameter === 'CREDIT_SCORE',
      ),
    ).toMatchObject({ actual: 658 })
    expect(await findRow(db, 'slvRequest', { slvId: id })).toMatchObject({
      actualValue: 658,
      citation: '§4.2',
    })
  })
})
