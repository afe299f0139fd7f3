import type { LoanKind, TdocStatus } from '../src/tdoc/model.ts'
import type { TdocFacts } from '../src/tdoc/policy.ts'
import {
  type Actor,
  type Permission,
  permissions,
  type Role,
} from '../src/user/model.ts'
import { actorWith } from './actors.ts'

/** A person in some relation to a Tdoc. */
export type TdocPersona = {
  name: string
  role: Role
  holds: readonly Permission[]
  loanKind: LoanKind
  /**
   * Whether the Tdoc is their company's, another vendor's, or has no vendor.
   */
  vendor: 'OWN' | 'OTHER' | 'NONE'
  categories: 'OPEN' | 'DONE'
}

const rest = {
  loanKind: 'ACTIVE',
  vendor: 'OTHER',
  categories: 'DONE',
} as const
const staff = { role: 'UNDERWRITER', holds: [], ...rest } as const
const manager = { ...staff, holds: ['managePurchasedTdocs'] } as const
const reviewer = { role: 'TPR', holds: [], ...rest, vendor: 'OWN' } as const
const every = [...permissions]

/** Every relation that a rule distinguishes. */
export const tdocPersonas: TdocPersona[] = [
  { ...staff, name: 'underwriter' },
  { ...staff, name: 'underwriter, loan of a TPR kind', loanKind: 'TPR' },
  { ...staff, name: 'underwriter, no vendor', vendor: 'NONE' },
  { ...staff, name: 'underwriter, a category is open', categories: 'OPEN' },
  { ...staff, name: 'underwriter, purchased loan', loanKind: 'PURCHASED' },
  {
    ...manager,
    name: 'underwriter, purchased loan, managePurchasedTdocs',
    loanKind: 'PURCHASED',
  },
  { ...reviewer, name: "reviewer, their vendor's" },
  {
    ...reviewer,
    name: "reviewer, their vendor's, purchased loan",
    loanKind: 'PURCHASED',
  },
  {
    ...reviewer,
    name: "reviewer, another vendor's, every permission",
    vendor: 'OTHER',
    holds: every,
  },
  { ...reviewer, name: 'reviewer, no vendor', vendor: 'NONE' },
  { ...rest, name: 'seller, every permission', role: 'SELLER', holds: every },
  { ...rest, name: 'BDD, every permission', role: 'BDD', holds: every },
  {
    ...rest,
    name: 'default role, every permission',
    role: 'DEFAULT',
    holds: every,
  },
]

const own = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'

export const tdocActorOf = ({ name, role, holds }: TdocPersona): Actor => ({
  ...actorWith(role, ...holds),
  id: '00000000-0000-4000-8000-000000000003',
  name,
  companyId: own,
})

export const tdocFactsFor = (
  { loanKind, vendor, categories }: TdocPersona,
  status: TdocStatus,
): TdocFacts => ({
  status,
  loanKind,
  vendorId: { OWN: own, OTHER: other, NONE: null }[vendor],
  assignedUnderwriterId: null,
  reviewUnderwriterId: null,
  categories: [
    {
      type: 'TPR',
      status: categories === 'OPEN' ? 'REVIEW_REQUIRED' : 'COMPLETED',
    },
    { type: 'COLLATERAL', status: 'NOT_REQUIRED' },
  ],
})
