import { describe, expect, test } from 'vitest'
import { SlvDetail } from './answers.ts'
import { SlvRow } from './row.ts'
import { groupFor, isDecided, slvStatuses, statusesFor, statusFor, storedStatuses } from './status.ts'
import { visibleFields } from './visible-fields.ts'

const inner = [
  'statusComment',
  'decisionCommentsInternal',
  'temporaryStatus',
  'slrRecommendedDecision',
  'tdRecommendedDecision',
  'underwriterManagerName',
  'tradeDeskName',
  'slrSlaStatus',
  'tdSlaStatus',
  'groupSlaStatus',
  'slaDays',
  'updatedAt',
]

describe('what a seller sees', () => {
  test.for(slvStatuses.map((status) => [status]))('of an SLV in %s is never of the inside', ([status]) => {
    const seen = visibleFields('SELLER', status as (typeof slvStatuses)[number])
    for (const field of inner) expect(seen.has(field), field).toBe(false)
    expect(seen.has('decisionComment')).toBe(isDecided(status as (typeof slvStatuses)[number]))
  })

  test('of the managers and the trade desk is a review', () => {
    expect(slvStatuses.filter((status) => statusFor('SELLER', status) !== status)).toEqual([
      'SLR_PENDING',
      'SLR_PENDING_INFO',
      'SLR_INFO_RECEIVED',
      'SLR_REVIEW',
      'SLR_COMPLETED',
      'TD_PENDING',
      'TD_REVIEW',
      'TD_COMPLETED',
    ])
    expect(storedStatuses('SELLER', ['REVIEW'])).toHaveLength(9)
    expect(statusesFor('SELLER')).not.toContain('SLR_REVIEW')
    expect(groupFor('SELLER', 'TD_REVIEW')).toBe('IN_REVIEW')
    expect(groupFor('UNDERWRITER', 'TD_REVIEW')).toBe('TRANSFERRED')
  })
})

describe('the allow-list', () => {
  test('shows staff every key of an answer, and reviewers and newcomers none', () => {
    const keys = [...Object.keys(SlvDetail.shape), ...Object.keys(SlvRow.shape)]
    for (const key of keys) expect(visibleFields('UNDERWRITER', 'REVIEW').has(key), key).toBe(true)
    expect(visibleFields('TPR', 'APPROVED').size + visibleFields('DEFAULT', 'APPROVED').size).toBe(0)
  })
})
