import { type Permission, permissions, type Role } from '@portal/contract/user/model'

/** What LoanDock does not say of its accounts: the role here, and what they hold (architecture.md, demo accounts). */
type Standing = { role: Role; holds: readonly Permission[] }

const underwriter = (...holds: Permission[]): Standing => ({ role: 'UNDERWRITER', holds })
const seller = (...holds: Permission[]): Standing => ({ role: 'SELLER', holds })

const known: Record<string, Standing> = {
  'seller.two@acme.example': seller('myCompanyView', 'myCompanyReassignSlv'),
  'underwriter@buyer.example': underwriter('myOwn'),
  'underwriter.two@buyer.example': underwriter('myOwn', 'viewSlvDepartment', 'assignLoans'),
  'slr@buyer.example': underwriter('manageSlr', 'assignLoansSlr', 'viewSlvDepartment'),
  'tradedesk@buyer.example': underwriter('manageTradeDesk', 'assignLoansTradeDesk'),
  'admin@buyer.example': underwriter(...permissions),
  'bdd@buyer.example': { role: 'BDD', holds: [] },
}

/** The standing of a LoanDock account. A company's second seller sees the company; unknown staff wait for a role. */
export const standingOf = ({ email, kind }: { email: string; kind: 'SELLER' | 'STAFF' }): Standing => {
  const standing = known[email]
  if (standing) return standing
  if (kind === 'STAFF') return { role: 'DEFAULT', holds: [] }
  return email.startsWith('seller.two@') ? seller('myCompanyView') : seller()
}

type Colleague = { email: string; firstName: string; lastName: string } & Standing

const colleague = (firstName: string, lastName: string, standing: Standing): Colleague => ({
  email: `${firstName}.${lastName}@buyer.example`.toLowerCase(),
  firstName,
  lastName,
  ...standing,
})

/** The rest of the department, so that it looks like one. They have no LoanDock account and never sign in. */
export const colleagues: readonly Colleague[] = [
  colleague('Grace', 'Whitlock', underwriter('myOwn')),
  colleague('Darius', 'Menon', underwriter('myOwn')),
  colleague('Sofia', 'Brandvold', underwriter('myOwn')),
  colleague('Jonah', 'Abernethy', underwriter('myOwn')),
  colleague('Keiko', 'Lindahl', underwriter('myOwn', 'viewSlvDepartment', 'managePurchasedTdocs')),
  colleague('Margaret', 'Oyelaran', underwriter('manageSlr')),
  colleague('Stephen', 'Calloway', underwriter('manageSlr')),
  colleague('Nikhil', 'Barsamian', underwriter('manageTradeDesk')),
  colleague('Colette', 'Fournier', underwriter('manageTradeDesk')),
  colleague('Renee', 'Halloway', { role: 'BDD', holds: [] }),
]

/** Of the reviewers of the demo; a code by mail is asked for after it. */
export const demoPassword = 'demo-Password-2026'

/** The third-party reviewers and their vendors. */
export const reviewers = [
  { email: 'tpr@orchid.example', firstName: 'Amara', lastName: 'Sandoval', vendor: 'Orchid Review' },
  { email: 'tpr@juniper.example', firstName: 'Leif', lastName: 'Johansen', vendor: 'Juniper Review' },
] as const

/** Who looks after which seller, by client id; the sellers that are not named have nobody. */
export const bddOf: Record<string, string> = {
  C1001: 'bdd@buyer.example',
  C1002: 'renee.halloway@buyer.example',
  C1003: 'renee.halloway@buyer.example',
  C1005: 'renee.halloway@buyer.example',
  C1008: 'renee.halloway@buyer.example',
}
