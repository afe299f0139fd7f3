import { describe, expect, test } from 'vitest'
import { roles } from '../user/model.ts'
import { SlvDetail } from './answers.ts'
import { SlvRow } from './row.ts'
import {
  groupFor,
  isDecided,
  slvStatuses,
  statusesFor,
  statusFor,
  storedStatuses,
} from './status.ts'
import { pickVisible, visibleFields } from './visible-fields.ts'

test('sellers see SLR and the trade desk as In Review', () => {
  expect(
    slvStatuses.filter((status) => statusFor('SELLER', status) !== status),
  ).toEqual([
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

describe('the allow-list', () => {
  test('matches the reviewed list of who sees which field', async () => {
    const seenBy = (field: string, status: (typeof slvStatuses)[number]) =>
      roles.filter((role) => visibleFields(role, status).has(field)).join(', ')
    // BDDs see every field.
    const groups = Map.groupBy(
      visibleFields('BDD', 'REVIEW'),
      (field) =>
        `undecided: ${seenBy(field, 'REVIEW')}\ndecided:   ${seenBy(field, 'APPROVED')}`,
    )
    const list = [
      'The fields of an SLV by the roles that see them. Roles that are not listed see none.',
      'Reviewed by eye when it changes; written by: npx vitest run --root contract --update',
      ...[...groups].map(([who, fields]) =>
        [`\n${who}`, ...fields.map((field) => `  ${field}`)].join('\n'),
      ),
    ]
    await expect(list.join('\n')).toMatchFileSnapshot('./visible-fields.txt')
  })

  test('depends only on the role and on whether the SLV is decided', () => {
    for (const role of roles)
      for (const status of slvStatuses) {
        const seen = visibleFields(role, status)
        expect(seen, `${role}, ${status}`).toEqual(
          visibleFields(role, isDecided(status) ? 'APPROVED' : 'REVIEW'),
        )
        expect(
          pickVisible(role, status, {
            id: 1,
            decisionComment: 2,
            statusComment: 3,
            unknown: 4,
          }),
        ).toEqual({
          ...(seen.has('id') && { id: 1 }),
          ...(seen.has('decisionComment') && { decisionComment: 2 }),
          ...(seen.has('statusComment') && { statusComment: 3 }),
        })
      }
  })

  test('shows staff every field of a response but what needs the seller, and reviewers and people without a role none', () => {
    const keys = [...Object.keys(SlvDetail.shape), ...Object.keys(SlvRow.shape)]
    for (const key of keys) {
      const isListed = visibleFields('BDD', 'REVIEW').has(key)
      expect(isListed, `visible-fields.ts lists ${key}`).toBe(true)
      expect(visibleFields('UNDERWRITER', 'REVIEW').has(key), key).toBe(
        !['needsYou', 'draftEditedAt'].includes(key),
      )
    }
    expect(
      visibleFields('TPR', 'APPROVED').size +
        visibleFields('DEFAULT', 'APPROVED').size,
    ).toBe(0)
  })
})
