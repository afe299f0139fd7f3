import { describe, expect, test } from 'vitest'
import { actorWith, describeActor, everyActor } from '../../test/actors.ts'
import {
  narrowsTo,
  reportingTableModes,
  seesReporting,
} from '../reporting/policy.ts'
import { tdocModeRules } from '../tdoc/policy.ts'
import { type Permission, permissions, type Role, roles } from './model.ts'
import * as rules from './policy.ts'

const {
  managesEveryone,
  managesCompany,
  managesPeople,
  invitesReviewers,
  managesSla,
  underwriterWith,
} = rules

/**
 * Who passes a rule that depends only on the person: the roles, and the
 * permission they need.
 */
type Passes = readonly [Role[], Permission?]
const [slr, tradeDesk, department] = [
  'manageSlr',
  'manageTradeDesk',
  'viewSlvDepartment',
] as const
const staff: Role[] = ['UNDERWRITER']
const table: Record<string, readonly [rules.ActorRule, ...Passes[]]> = {
  'every signed-in person': [rules.everyone, [[...roles]]],
  'manages the people of every company': [
    managesEveryone,
    [staff, 'managePermissions'],
  ],
  'manages the people in their company': [
    managesCompany,
    [['UNDERWRITER', 'SELLER', 'TPR'], 'myCompanyAdmin'],
  ],
  'opens the page of people': [
    managesPeople,
    [staff, 'managePermissions'],
    [['UNDERWRITER', 'SELLER', 'TPR'], 'myCompanyAdmin'],
  ],
  'invites reviewers': [
    invitesReviewers,
    [['UNDERWRITER', 'TPR'], 'inviteTpr'],
  ],
  'manages SLA targets': [managesSla, [staff, 'manageSla']],
  'sees reporting': [seesReporting, [staff]],
  'narrows reporting to their own SLVs': [
    narrowsTo('MY_OWN'),
    [['UNDERWRITER', 'SELLER']],
  ],
  'narrows reporting to SLR': [narrowsTo('SLR'), [staff, slr]],
  'narrows reporting to the trade desk': [
    narrowsTo('TRADE_DESK'),
    [staff, tradeDesk],
  ],
  'sees the reporting of all SLVs': [narrowsTo('ALL'), [staff]],
  'sees the Tdocs of active loans': [
    tdocModeRules.ACTIVE,
    [['UNDERWRITER', 'TPR']],
  ],
  'sees the Tdocs of purchased loans': [
    tdocModeRules.PURCHASED_POST_PURCHASED,
    [staff, 'managePurchasedTdocs'],
    [['TPR']],
  ],
}

describe('for every role and permission', () => {
  test.each(Object.entries(table))('%s', (_what, [rule, ...passes]) => {
    const wrong = everyActor.filter((actor) => {
      const expected = passes.some(
        ([allowed, needed]) =>
          allowed.includes(actor.role) &&
          (needed === undefined || actor.permissions[needed]),
      )
      return rule(actor) !== expected
    })
    expect(wrong.map(describeActor)).toEqual([])
  })

  test('a rule with several permissions needs all of them', () => {
    const rule = underwriterWith(slr, department)
    const allowed = (...held: Permission[]) =>
      rule(actorWith('UNDERWRITER', ...held))
    expect([
      allowed(slr),
      allowed(department),
      allowed(slr, department),
    ]).toEqual([false, false, true])
  })

  test('rights differ whenever the role or one permission differs', () => {
    const read = everyActor.map(rules.rightsOf)
    expect(new Set(read).size).toBe(everyActor.length)
    expect(rules.rightsOf(actorWith('SELLER', permissions[0]))).toBe(
      `SELLER.1${'0'.repeat(permissions.length - 1)}`,
    )
  })

  test('reporting narrows to what the table says', () => {
    expect(reportingTableModes).toEqual(['MY_OWN', 'SLR', 'TRADE_DESK', 'ALL'])
  })
})
