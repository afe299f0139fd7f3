import { expect, test } from 'vitest'
import { getKeys, toRecord } from '../lib/typed.ts'
import { permissions, type Role, roles } from '../user/model.ts'
import { findQuietEnd, getFrequencies, mailKindNames } from './mail.ts'
import { notificationActions } from './model.ts'
import { mailKindsFor } from './policy.ts'
import { mailTexts } from './texts.ts'

const actorOf = (role: Role, hasAll: boolean) => ({
  id: '',
  name: '',
  companyId: '',
  role,
  permissions: toRecord(permissions, () => hasAll),
})

test('quiet hours last from 8 PM to 7 AM in New York, also when clocks change', () => {
  const end = (at: string) => findQuietEnd(new Date(at))?.toISOString() ?? null
  // Winter time: UTC−5.
  expect(end('2026-03-04T00:59:59Z')).toBeNull()
  expect(end('2026-03-04T01:00:00Z')).toBe('2026-03-04T12:00:00.000Z')
  expect(end('2026-03-04T11:59:59Z')).toBe('2026-03-04T12:00:00.000Z')
  expect(end('2026-03-04T12:00:00Z')).toBeNull()
  // Clocks go forward in the night to March 8, and back to November 1.
  expect(end('2026-03-08T02:00:00Z')).toBe('2026-03-08T11:00:00.000Z')
  expect(end('2026-11-01T03:00:00Z')).toBe('2026-11-01T12:00:00.000Z')
})

test('each role chooses among the kinds that it can be notified of', () => {
  const ofRole = (role: Role, hasAll = false) =>
    mailKindsFor(actorOf(role, hasAll))
  expect(ofRole('SELLER')).toEqual([
    'DOCUMENTS',
    'DECISION',
    'CONDITIONS',
    'REOPENED',
    'COMMENT',
    'REASSIGNED',
    'WITHDRAWAL',
    'ACCESS',
    'ANNOUNCEMENT',
  ])
  expect(ofRole('SELLER', true)).toEqual(
    expect.arrayContaining(['INTEGRATION', 'SUMMARY']),
  )
  expect(ofRole('UNDERWRITER')).not.toContain('INTEGRATION')
  expect(ofRole('TPR')).toEqual([
    'COMMENT',
    'TDOC_RETURNED',
    'ACCESS',
    'TDOC',
    'ANNOUNCEMENT',
  ])
  for (const role of ['BDD', 'UBDD'] as const)
    expect(ofRole(role)).toEqual([
      'REOPENED',
      'COMMENT',
      'ACCESS',
      'ANNOUNCEMENT',
      'SUMMARY',
    ])
  expect(ofRole('DEFAULT')).toEqual(['ACCESS', 'ANNOUNCEMENT'])
  expect(ofRole('UNDERWRITER', true)).toEqual(
    mailKindNames.filter((kind) => kind !== 'SUMMARY'),
  )
})

test('only the summary can’t be sent immediately', () => {
  const limited = mailKindNames.filter(
    (kind) => !getFrequencies(kind).includes('IMMEDIATELY'),
  )
  expect(limited).toEqual(['SUMMARY'])
})

test('emails to sellers, reviewers and BDDs name no desk of the buyer', () => {
  const outside = roles.filter((role) => role !== 'UNDERWRITER')
  for (const role of outside)
    for (const kind of mailKindsFor(actorOf(role, true))) {
      const actions = getKeys(notificationActions).filter(
        (action) => notificationActions[action].mail === kind,
      )
      for (const action of actions)
        expect(JSON.stringify(mailTexts[action]), action).not.toMatch(
          /SLR|trade desk|underwriter manager/i,
        )
    }
})
