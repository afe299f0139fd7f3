import type { SlvFacts } from '../src/slv/policy.ts'
import { type SlvStatus, slvStatuses } from '../src/slv/status.ts'
import { type Actor, type Permission, type PermissionMap, permissions, type Role } from '../src/user/model.ts'

/** A person who stands in some relation to an SLV: what the matrix is asked for. */
export type Persona = {
  name: string
  role: Role
  holds: readonly Permission[]
  facts: Partial<SlvFacts>
  isColleague?: true
}

/** Ids that facts name: `me` is the persona, `other` somebody of the same kind, the rest belong to the SLV. */
export const me = 'me'
export const other = 'other'
export const home = 'company'

const underwriter = (name: string, holds: readonly Permission[], facts: Partial<SlvFacts> = {}): Persona => ({
  name,
  role: 'UNDERWRITER',
  holds,
  facts,
})

const dept = 'viewSlvDepartment'
const everyPermission = [...permissions]

/** Every relation that a rule tells apart. */
export const personas: Persona[] = [
  { name: 'seller, owner', role: 'SELLER', holds: [], facts: { sellerId: me }, isColleague: true },
  {
    name: 'seller, owner, every permission',
    role: 'SELLER',
    holds: everyPermission,
    facts: { sellerId: me },
    isColleague: true,
  },
  { name: 'seller, colleague', role: 'SELLER', holds: [], facts: {}, isColleague: true },
  { name: 'seller, colleague, myCompanyView', role: 'SELLER', holds: ['myCompanyView'], facts: {}, isColleague: true },
  {
    name: 'seller, colleague, myCompanyView + ReassignSlv',
    role: 'SELLER',
    holds: ['myCompanyView', 'myCompanyReassignSlv'],
    facts: {},
    isColleague: true,
  },
  { name: 'seller, other company, every permission', role: 'SELLER', holds: everyPermission, facts: {} },
  underwriter('underwriter, assigned', ['myOwn'], { underwriterId: me }),
  underwriter('underwriter, assigned, recommended at SLR', ['myOwn', 'manageSlr'], {
    underwriterId: me,
    underwriterManagerId: me,
    slrRecommenderIds: [me],
  }),
  underwriter('underwriter, assigned, recommended at TD', ['myOwn', 'manageTradeDesk'], {
    underwriterId: me,
    tradeDeskId: me,
    tdRecommenderIds: [me],
  }),
  underwriter('underwriter, assigned, created it post-close', ['myOwn'], {
    underwriterId: me,
    createdById: me,
    type: 'POST',
  }),
  underwriter('underwriter, assigned, created it post-close, SLR recommended', ['myOwn'], {
    underwriterId: me,
    createdById: me,
    type: 'POST',
    slrRecommenderIds: [other],
  }),
  underwriter('underwriter, not assigned', ['myOwn']),
  underwriter('underwriter, named in the conversation', ['myOwn'], { taggedIds: [me] }),
  underwriter('underwriter, opened the draft for the seller', ['myOwn'], { createdById: me }),
  underwriter('underwriter, department', ['myOwn', dept]),
  underwriter('underwriter, department, assignLoans', ['myOwn', dept, 'assignLoans']),
  underwriter('manager, free', ['manageSlr']),
  underwriter('manager, theirs', ['manageSlr'], { underwriterManagerId: me }),
  underwriter("manager, somebody else's, department", ['manageSlr', 'assignLoansSlr', dept], {
    underwriterManagerId: other,
  }),
  underwriter('trade desk, free', ['manageTradeDesk', 'assignLoansTradeDesk']),
  underwriter('trade desk, theirs', ['manageTradeDesk'], { tradeDeskId: me }),
  underwriter("trade desk, somebody else's, department", ['manageTradeDesk', dept], { tradeDeskId: other }),
  underwriter('admin, every permission, not assigned', everyPermission),
  { name: 'BDD of the seller', role: 'BDD', holds: everyPermission, facts: { bddId: me } },
  { name: 'UBDD of the seller', role: 'UBDD', holds: [], facts: { bddId: me } },
  { name: 'BDD of others', role: 'BDD', holds: everyPermission, facts: {} },
  { name: 'TPR, every permission', role: 'TPR', holds: everyPermission, facts: {} },
  { name: 'default, every permission', role: 'DEFAULT', holds: everyPermission, facts: {} },
]

/** The actor of a persona. */
export const actorOf = (persona: Persona): Actor => ({
  id: me,
  name: 'Me',
  role: persona.role,
  companyId: persona.isColleague ? home : 'another company',
  permissions: Object.fromEntries(permissions.map((key) => [key, persona.holds.includes(key)])) as PermissionMap,
})

/** An SLV in a status, as it stands to a persona. */
export const factsFor = (persona: Persona, status: SlvStatus): SlvFacts => ({
  status,
  type: 'PRE',
  sellerId: other,
  companyId: home,
  bddId: null,
  underwriterId: other,
  underwriterManagerId: null,
  tradeDeskId: null,
  createdById: other,
  sentById: other,
  slrRecommenderIds: [],
  tdRecommenderIds: [],
  taggedIds: [],
  statusBeforeWithdrawal: status === 'WITHDRAW_PENDING' ? 'REVIEW' : null,
  statusInEffect: status === 'DRAFT_RESUBMITTED' ? 'APPROVED' : null,
  hasOtherOpenSlv: false,
  isOwnerActive: true,
  ...persona.facts,
})

export const everyCase = () =>
  personas.flatMap((persona) => slvStatuses.map((status) => ({ persona, status, facts: factsFor(persona, status) })))
