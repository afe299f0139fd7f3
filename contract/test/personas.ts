import type { SlvFacts } from '../src/slv/policy.ts'
import { type SlvStatus, slvStatuses } from '../src/slv/status.ts'
import {
  type Actor,
  type Permission,
  permissions,
  type Role,
} from '../src/user/model.ts'
import { actorWith } from './actors.ts'

/** A person in some relation to an SLV. */
export type Persona = {
  name: string
  role: Role
  holds: readonly Permission[]
  facts: Partial<SlvFacts>
  isColleague?: true
}

/**
 * Ids that facts name: `me` is the persona, `other` someone of the same kind,
 * the rest belong to the SLV.
 */
export const me = 'me'
export const other = 'other'
export const home = 'company'

type Holds = readonly Permission[]
const of =
  (role: Role) =>
  (name: string, holds: Holds, facts: Partial<SlvFacts> = {}): Persona => ({
    name,
    role,
    holds,
    facts,
  })
const [seller, underwriter] = [of('SELLER'), of('UNDERWRITER')]
const colleague = (
  name: string,
  holds: Holds,
  facts?: Partial<SlvFacts>,
): Persona => ({
  ...seller(name, holds, facts),
  isColleague: true,
})

const dept = 'viewSlvDepartment'
const everyPermission = [...permissions]

/** Every relation that a rule distinguishes. */
export const personas: Persona[] = [
  colleague('seller, owner', [], { sellerId: me }),
  colleague('seller, owner, every permission', everyPermission, {
    sellerId: me,
  }),
  colleague('seller, colleague', []),
  colleague('seller, colleague, myCompanyView', ['myCompanyView']),
  colleague('seller, colleague, myCompanyView + ReassignSlv', [
    'myCompanyView',
    'myCompanyReassignSlv',
  ]),
  seller('seller, other company, every permission', everyPermission),
  underwriter('underwriter, assigned', ['myOwn'], { underwriterId: me }),
  underwriter(
    'underwriter, assigned, recommended at SLR',
    ['myOwn', 'manageSlr'],
    {
      underwriterId: me,
      underwriterManagerId: me,
      slrRecommenderIds: [me],
    },
  ),
  underwriter(
    'underwriter, assigned, recommended at TD',
    ['myOwn', 'manageTradeDesk'],
    {
      underwriterId: me,
      tradeDeskId: me,
      tdRecommenderIds: [me],
    },
  ),
  underwriter('underwriter, assigned, created it post-close', ['myOwn'], {
    underwriterId: me,
    createdById: me,
    type: 'POST',
  }),
  underwriter(
    'underwriter, assigned, created it post-close, SLR recommended',
    ['myOwn'],
    {
      underwriterId: me,
      createdById: me,
      type: 'POST',
      slrRecommenderIds: [other],
    },
  ),
  underwriter('underwriter, not assigned', ['myOwn']),
  underwriter('underwriter, named in the conversation', ['myOwn'], {
    taggedIds: [me],
  }),
  underwriter('underwriter, opened the draft for the seller', ['myOwn'], {
    createdById: me,
  }),
  underwriter('underwriter, department', ['myOwn', dept]),
  underwriter('underwriter, department, assignLoans', [
    'myOwn',
    dept,
    'assignLoans',
  ]),
  underwriter('manager, free', ['manageSlr']),
  underwriter('manager, theirs', ['manageSlr'], { underwriterManagerId: me }),
  underwriter(
    "manager, someone else's, department",
    ['manageSlr', 'assignLoansSlr', dept],
    {
      underwriterManagerId: other,
    },
  ),
  underwriter('trade desk, free', ['manageTradeDesk', 'assignLoansTradeDesk']),
  underwriter('trade desk, theirs', ['manageTradeDesk'], { tradeDeskId: me }),
  underwriter(
    "trade desk, someone else's, department",
    ['manageTradeDesk', dept],
    { tradeDeskId: other },
  ),
  underwriter('admin, every permission, not assigned', everyPermission),
  of('BDD')('BDD of the seller', everyPermission, { bddId: me }),
  of('UBDD')('UBDD of the seller', [], { bddId: me }),
  of('BDD')('BDD of others', everyPermission),
  of('TPR')('TPR, every permission', everyPermission),
  of('DEFAULT')('default, every permission', everyPermission),
]

/** The actor of a persona. */
export const actorOf = ({ role, holds, isColleague }: Persona): Actor => ({
  ...actorWith(role, ...holds),
  companyId: isColleague ? home : 'another company',
})

/** An SLV in a status, in its relation to a persona. */
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
  slrRecommendedDecision: null,
  tdRecommendedDecision: null,
  taggedIds: [],
  statusBeforeWithdrawal: status === 'WITHDRAW_PENDING' ? 'REVIEW' : null,
  statusInEffect: status === 'DRAFT_RESUBMITTED' ? 'APPROVED' : null,
  hasOtherOpenSlv: false,
  isOwnerActive: true,
  ...persona.facts,
})

export const everyCase = () =>
  personas.flatMap((persona) =>
    slvStatuses.map((status) => ({
      persona,
      status,
      facts: factsFor(persona, status),
    })),
  )

/** The HTTP status of each verdict. */
export const verdictCodes = {
  ALLOWED: 200,
  FORBIDDEN: 403,
  UNSEEN: 404,
  WRONG_STATUS: 409,
  NOT_YOUR_TURN: 409,
  REFUSED: 409,
} as const
