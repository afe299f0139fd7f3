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

/** Who passes a rule: one of the roles, with the permission if there is one. */
type Passing = { roles: readonly Role[]; permission?: Permission }
type RuleCase = { title: string; rule: rules.ActorRule; passing: Passing[] }

const everyManagingRole: Role[] = ['UNDERWRITER', 'SELLER', 'TPR']

const ruleCases: RuleCase[] = [
  {
    title: 'every signed-in person',
    rule: rules.everyone,
    passing: [{ roles }],
  },
  {
    title: 'manages the people of every company',
    rule: managesEveryone,
    passing: [{ roles: ['UNDERWRITER'], permission: 'managePermissions' }],
  },
  {
    title: 'manages the people in their company',
    rule: managesCompany,
    passing: [{ roles: everyManagingRole, permission: 'myCompanyAdmin' }],
  },
  {
    title: 'opens the page of people',
    rule: managesPeople,
    passing: [
      { roles: ['UNDERWRITER'], permission: 'managePermissions' },
      { roles: everyManagingRole, permission: 'myCompanyAdmin' },
    ],
  },
  {
    title: 'invites reviewers',
    rule: invitesReviewers,
    passing: [{ roles: ['UNDERWRITER', 'TPR'], permission: 'inviteTpr' }],
  },
  {
    title: 'manages SLA targets',
    rule: managesSla,
    passing: [{ roles: ['UNDERWRITER'], permission: 'manageSla' }],
  },
  {
    title: 'sees reporting',
    rule: seesReporting,
    passing: [{ roles: ['UNDERWRITER'] }],
  },
  {
    title: 'narrows reporting to their own SLVs',
    rule: narrowsTo('MY_OWN'),
    passing: [{ roles: ['UNDERWRITER', 'SELLER'] }],
  },
  {
    title: 'narrows reporting to SLR',
    rule: narrowsTo('SLR'),
    passing: [{ roles: ['UNDERWRITER'], permission: 'manageSlr' }],
  },
  {
    title: 'narrows reporting to the trade desk',
    rule: narrowsTo('TRADE_DESK'),
    passing: [{ roles: ['UNDERWRITER'], permission: 'manageTradeDesk' }],
  },
  {
    title: 'sees the reporting of all SLVs',
    rule: narrowsTo('ALL'),
    passing: [{ roles: ['UNDERWRITER'] }],
  },
  {
    title: 'sees the Tdocs of active loans',
    rule: tdocModeRules.ACTIVE,
    passing: [{ roles: ['UNDERWRITER', 'TPR'] }],
  },
  {
    title: 'sees the Tdocs of purchased loans',
    rule: tdocModeRules.PURCHASED_POST_PURCHASED,
    passing: [
      { roles: ['UNDERWRITER'], permission: 'managePurchasedTdocs' },
      { roles: ['TPR'] },
    ],
  },
]

describe('for every role and permission', () => {
  test.each(ruleCases)('$title', ({ rule, passing }) => {
    const wrong = everyActor.filter((actor) => {
      const isExpected = passing.some(
        ({ roles, permission }) =>
          roles.includes(actor.role) &&
          (permission === undefined || actor.permissions[permission]),
      )
      return rule(actor) !== isExpected
    })
    expect(wrong.map(describeActor)).toEqual([])
  })

  test('a rule with several permissions needs all of them', () => {
    const rule = underwriterWith('manageSlr', 'viewSlvDepartment')
    const isAllowedWith = (...permissions: Permission[]) =>
      rule(actorWith('UNDERWRITER', ...permissions))
    expect(isAllowedWith('manageSlr')).toBe(false)
    expect(isAllowedWith('viewSlvDepartment')).toBe(false)
    expect(isAllowedWith('manageSlr', 'viewSlvDepartment')).toBe(true)
  })

  test('rights differ whenever the role or one permission differs', () => {
    const rights = new Set(everyActor.map(rules.describeRights))
    expect(rights.size).toBe(everyActor.length)
    expect(rules.describeRights(actorWith('SELLER', permissions[0]))).toBe(
      `SELLER.1${'0'.repeat(permissions.length - 1)}`,
    )
  })

  test('reporting narrows to what the table says', () => {
    expect(reportingTableModes).toEqual(['MY_OWN', 'SLR', 'TRADE_DESK', 'ALL'])
  })
})
