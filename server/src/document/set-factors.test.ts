import { HistoryFilters } from '@portal/contract/history/api'
import { describe, expect } from 'vitest'
import { keptFile } from '../../test/files.ts'
import { test as base } from '../../test/makers.ts'
import { findRow } from '../../test/rows.ts'
import { searchHistory } from '../history/search.ts'
import { getEvaluation } from '../slv/evaluate.ts'
import { setDocumentFactors, verifyDocumentFactor } from './set-factors.ts'
import { uploadDocument, uploadUnderwriterDocument } from './upload-document.ts'

const history = '0x30 housing history'

/**
 * An SLV in review with a file of its seller, who acts beside the underwriter.
 */
const test = base.extend('review', async ({ a, as }) => {
  const underwriter = await a.underwriter('myOwn')
  const slv = await a.slv({ underwriterId: underwriter.id })
  const [owner, reviewer] = [
    await as(await a.ownerOf(slv)),
    await as(underwriter),
  ]
  const { documents } = await uploadDocument(owner, slv.id, keptFile())
  const documentId = documents[0]?.id ?? ''
  const stateOf = async (label: string) =>
    (await getEvaluation(owner, slv.id)).factors.find(
      (factor) => factor.label === label,
    )
  return { slv, owner, reviewer, documentId, stateOf }
})

describe('a factor that a document shows', () => {
  test('counts once the underwriter has verified the file attached to it, not for any file', async ({
    review,
  }) => {
    const { slv, owner, reviewer, documentId, stateOf } = review
    expect(await stateOf(history)).toMatchObject({ state: 'NEEDS_DOCUMENT' })

    const attached = await setDocumentFactors(owner, slv.id, documentId, [
      '0X30 housing history',
    ])
    expect(attached.supports).toEqual([
      { factor: history, verifiedAt: null, verifiedByName: null },
    ])
    expect(attached.availableActions).toEqual(['set-factors'])
    expect(await stateOf(history)).toMatchObject({
      state: 'AWAITING_VERIFICATION',
      reason: 'Awaiting verification of a housing history of 24 months',
    })

    const verification = { factor: history, isVerified: true }
    const verified = await verifyDocumentFactor(
      reviewer,
      slv.id,
      documentId,
      verification,
    )
    expect(verified.supports).toMatchObject([
      { verifiedByName: reviewer.actor.name },
    ])
    expect(await stateOf(history)).toMatchObject({ state: 'COUNTS' })
    expect(await stateOf('Years in current job')).toMatchObject({
      state: 'NEEDS_DOCUMENT',
    })

    await verifyDocumentFactor(reviewer, slv.id, documentId, {
      factor: history,
      isVerified: false,
    })
    expect(await stateOf(history)).toMatchObject({
      state: 'AWAITING_VERIFICATION',
    })
  })

  test('keeps its verification while the file stays attached, and loses it with the file', async ({
    review,
    db,
  }) => {
    const { slv, owner, reviewer, documentId, stateOf } = review
    await setDocumentFactors(owner, slv.id, documentId, [history])
    await verifyDocumentFactor(reviewer, slv.id, documentId, {
      factor: history,
      isVerified: true,
    })
    await setDocumentFactors(owner, slv.id, documentId, [
      history,
      'Years in current job',
    ])
    expect(await stateOf(history)).toMatchObject({ state: 'COUNTS' })

    await db
      .updateTable('document')
      .set({ deletedAt: owner.now })
      .where('id', '=', documentId)
      .execute()
    expect(await stateOf(history)).toMatchObject({ state: 'NEEDS_DOCUMENT' })
  })

  test('is in the history, which the seller sees for their own files only', async ({
    review,
  }) => {
    const { slv, owner, reviewer, documentId } = review
    await setDocumentFactors(owner, slv.id, documentId, [history])
    await verifyDocumentFactor(reviewer, slv.id, documentId, {
      factor: history,
      isVerified: true,
    })
    const { underwriterDocuments } = await uploadUnderwriterDocument(
      reviewer,
      slv.id,
      keptFile(),
    )
    await setDocumentFactors(
      reviewer,
      slv.id,
      underwriterDocuments[0]?.id ?? '',
      [history],
    )

    const actionsFor = async (ctx: typeof owner) =>
      (await searchHistory(ctx, slv.id, HistoryFilters.parse({}))).items.map(
        ({ action }) => action,
      )
    expect(await actionsFor(owner)).toEqual([
      'verify-document-factor',
      'set-document-factors',
      'add-document',
    ])
    expect(await actionsFor(reviewer)).toEqual([
      'set-document-factors',
      'add-underwriter-document',
      'verify-document-factor',
      'set-document-factors',
      'add-document',
    ])
  })

  test('is refused for a measured factor, for a file that is not attached, and by people who may not verify', async ({
    review,
    a,
    as,
    db,
  }) => {
    const { slv, owner, reviewer, documentId } = review
    await expect(
      setDocumentFactors(owner, slv.id, documentId, ['DTI below maximum']),
    ).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'factors.0' }],
    })
    const verification = { factor: history, isVerified: true }
    await expect(
      verifyDocumentFactor(reviewer, slv.id, documentId, verification),
    ).rejects.toMatchObject({
      statusCode: 400,
    })
    await setDocumentFactors(owner, slv.id, documentId, [history])
    const lead = await as(await a.underwriter('viewSlvDepartment'))
    await expect(
      verifyDocumentFactor(lead, slv.id, documentId, verification),
    ).rejects.toMatchObject({
      statusCode: 409,
    })
    await expect(
      setDocumentFactors(owner, slv.id, documentId, [], slv.version),
    ).rejects.toMatchObject({
      statusCode: 412,
    })
    expect(
      (await findRow(db, 'document', { id: documentId })).supports,
    ).toHaveLength(1)
  })
})
