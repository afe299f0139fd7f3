import type { Loan } from '@portal/contract/loan/model'
import { type Clock, getClocks, type Party } from '@portal/contract/slv/clocks'
import { formFieldNames } from '@portal/contract/slv/form'
import { isDecided, type SlvStatus } from '@portal/contract/slv/status'
import {
  type Actor,
  type Permission,
  permissions,
  type Role,
} from '@portal/contract/user/model'
import type { Insertable, Selectable } from 'kysely'
import type { Ctx } from '../src/lib/ctx.ts'
import type { Db } from '../src/lib/database/db.ts'
import type { DB } from '../src/lib/database/db-types.ts'
import { loadSla } from '../src/lib/sla.ts'
import { innerCanary } from './canary.ts'
import { factsOn } from './facts.ts'
import { test as base } from './fixture.ts'
import { addRow, findRow, findRows, jobsOf, setRows } from './rows.ts'

let counted = 0
const next = () => ++counted

type Person = {
  role?: Role
  companyId?: string
  holds?: readonly Permission[]
  name?: string
}

/** A request that may be sent as it is. */
const wholeForm = {
  requestorName: 'Ana Ortiz',
  email: 'ana@seller.example',
  requestorPhoneNumber: '(212) 555-0142',
  buyerNonAgencyProgram: 'Bank Statement 12',
  buyerNonAgencyProductName: 'NQ-BS12-30F',
  borrowerLastName: 'Marlow',
  subjectPropertyAddress: '12 Elm Street',
  city: 'Fresno',
  state: 'CA',
  zip: '93701',
  propertyType: 'SF',
  purpose: 'Purchase',
  occupancy: 'P',
  loanAmount: 480_000,
  purchasePriceAmount: 640_000,
  appraisedValueAmount: 650_000,
  ltv: 75,
  cltv: 75,
  hcltv: 75,
  creditScore: 655,
  dti: 43.5,
  totalPostCloseReservesAmount: 60_000,
} as const satisfies Partial<Insertable<DB['slv']>>

/** A variance that may be sent as it is, and approved. */
export const wholeRequest = {
  reason: 'Credit Score',
  parameter: 'CREDIT_SCORE',
  operator: '>=',
  guidelineValue: 660,
  actualValue: 655,
  unit: 'points',
  currentGuideline: 'Minimum FICO 660',
  justification: 'Reserves of 18 months',
  compensatingFactors: JSON.stringify([
    { factor: 'Reserves above requirement', value: '18 months' },
  ]),
} as const

/** A loan in LoanDock, for a company's corrId. */
export const loanOf = (corrId: string, change: Partial<Loan> = {}): Loan => ({
  loanNumber: '7001234',
  sellerLoanNumber: 'S-1234',
  status: 'In Underwriting',
  kind: 'ACTIVE',
  seller: { corrId, name: 'ACME' },
  contactEmail: null,
  program: 'DSCR Prime',
  productName: 'DSCR-P-30F',
  borrowerLastName: 'Marlow',
  address: { line: '12 Elm Street', city: 'Fresno', state: 'CA', zip: '93701' },
  propertyType: 'SF',
  purpose: 'Cash-Out',
  occupancy: 'I',
  isClosed: false,
  noteDate: null,
  originalLockDate: '2026-02-20',
  lockExpirationDate: null,
  isExperiencedInvestor: true,
  loanAmount: 400_000,
  purchasePriceAmount: null,
  appraisedValueAmount: 620_000,
  secondLienDrawnAmount: 0,
  helocLimitAmount: 0,
  ltv: 64.52,
  cltv: 64.52,
  hcltv: 64.52,
  dti: null,
  dscr: 1.11,
  creditScore: 702,
  incomeUsedAmount: null,
  residualMoIncomeAmount: null,
  currentHousingPaymentAmount: 2000,
  proposedHousingPaymentAmount: 3100,
  liquidReservesAmount: 40_000,
  retirementReservesAmount: 0,
  businessFundsForReservesAmount: 0,
  totalPostCloseReservesAmount: 40_000,
  ...change,
})

const permissionsOf = (holds: readonly Permission[]) =>
  Object.fromEntries(
    permissions.map((key) => [key, holds.includes(key)]),
  ) as Actor['permissions']

/**
 * Makes people and SLVs in one database, and with them everything that they
 * need and were not given.
 */
export const makers = (db: Db, now: Date) => ({
  company: (kind?: CompanyKind, bddId?: string | null) =>
    createCompany(db, kind, bddId),
  user: (person?: Person) => createPerson(db, person),
  underwriter: (...holds: Permission[]) =>
    createPerson(db, { role: 'UNDERWRITER', holds }),
  seller: (companyId?: string, ...holds: Permission[]) =>
    createPerson(db, {
      role: 'SELLER',
      holds,
      ...(companyId && { companyId }),
    }),
  deactivate: ({ id }: { id: string }) =>
    setRows(db, 'appUser', { id }, { status: 'INACTIVE' }),
  slv: (change?: SlvChange) => createSlv(db, now, change),
  ownerOf: (slv: { sellerId: string; companyId: string }) => findOwner(db, slv),
})

type CompanyKind = 'SELLER' | 'BUYER' | 'TPR_VENDOR'

function createCompany(
  db: Db,
  kind: CompanyKind = 'SELLER',
  bddId: string | null = null,
) {
  const n = next()
  return addRow(db, 'company', {
    kind,
    name: `${kind} ${n}`,
    corrId: kind === 'SELLER' ? `T${n}` : null,
    bddId,
  })
}

async function createPerson(
  db: Db,
  { role = 'SELLER', companyId, holds = [], name }: Person = {},
): Promise<Actor> {
  const kind = companyKindOf(role)
  const home = companyId ?? (await createCompany(db, kind)).id
  const n = next()
  const domain = kind === 'BUYER' ? innerCanary.toLowerCase() : 'test'
  const row = await addRow(db, 'appUser', {
    email: `person.${n}@${domain}.example`,
    firstName: name ?? `${role} ${n}`,
    lastName: 'Tester',
    companyId: home,
  })
  await addRow(db, 'userRole', { userId: row.id, role, position: 0 })
  for (const permission of holds)
    await addRow(db, 'userPermission', { userId: row.id, permission })
  return {
    id: row.id,
    name: row.name,
    role,
    companyId: home,
    permissions: permissionsOf(holds),
  }
}

function companyKindOf(role: Actor['role']): CompanyKind {
  if (role === 'SELLER') return 'SELLER'
  return role === 'TPR' ? 'TPR_VENDOR' : 'BUYER'
}

type SlvChange = Partial<Insertable<DB['slv']>> & { status?: SlvStatus }

/**
 * An SLV in a status, as its transitions would leave it: with its form, one
 * variance and its running clocks. A draft resubmission is drafted next to an
 * approval, unless `change` says what is in effect.
 */
async function createSlv(db: Db, now: Date, change: SlvChange = {}) {
  const owner = change.sellerId
    ? await findRow(db, 'appUser', { id: change.sellerId })
    : await createPerson(db)
  const isDrafted = change.status === 'DRAFT_RESUBMITTED'
  const status = isDrafted ? 'APPROVED' : (change.status ?? 'REVIEW')
  const clocks = getClocks(status)
  const { days } = await loadSla(db)
  const row = await addRow(db, 'slv', {
    ...wholeForm,
    type: 'PRE',
    companyId: owner.companyId,
    sellerId: owner.id,
    createdById: owner.id,
    sentById: owner.id,
    statusComment: innerCanary,
    decisionCommentsInternal: innerCanary,
    buyerLoan: `8${String(next()).padStart(6, '0')}`,
    createdAt: now,
    updatedAt: now,
    ...statusColumns(status, now),
    ...clockColumns(clocks, days.receivedOrdinal(now)),
    ...change,
    resubmitCount: isDrafted ? roundInEffect(change) : change.resubmitCount,
    status,
  })
  await openIntervals(db, now, row.id, clocks)
  const request = await addRow(db, 'slvRequest', {
    ...wholeRequest,
    slvId: row.id,
    position: 1,
  })
  if (isDrafted) await draftResubmission(db, now, row, request.id)
  return { ...row, requestId: request.id }
}

const statusColumns = (status: SlvStatus, now: Date) => ({
  date: status === 'DRAFT' ? null : now,
  decisionDate: isDecided(status) ? now : null,
  statusBeforeWithdrawal:
    status === 'WITHDRAW_PENDING' ? ('REVIEW' as const) : null,
})

/** `resubmitCount` names the drafted round, and the one before is in effect. */
const roundInEffect = ({ resubmitCount }: SlvChange) =>
  Math.max(0, (resubmitCount ?? 1) - 1)

async function openIntervals(
  db: Db,
  now: Date,
  slvId: string,
  clocks: ReturnType<typeof getClocks>,
) {
  for (const [clock, party] of Object.entries(clocks) as [Clock, Party][])
    await addRow(db, 'slvInterval', {
      slvId,
      resubmitCount: 0,
      clock,
      party,
      openedAt: now,
    })
}

const clockColumns = (clocks: ReturnType<typeof getClocks>, since: number) => ({
  ...(clocks.SLV && { clockParty: clocks.SLV, clockSince: since }),
  ...(clocks.SLR && { slrDays: 0, slrSince: since }),
  ...(clocks.TD && { tdDays: 0, tdSince: since }),
})

async function draftResubmission(
  db: Db,
  now: Date,
  slv: Selectable<DB['slv']>,
  requestId: string,
) {
  const { compensatingFactors, ...columns } = wholeRequest
  const request = {
    ...columns,
    ruleId: null,
    citation: null,
    versionNumber: null,
    compensatingFactors: JSON.parse(compensatingFactors),
    id: requestId,
  }
  const resubmission = JSON.stringify({
    startedAt: now.toISOString(),
    form: Object.fromEntries(formFieldNames.map((name) => [name, slv[name]])),
    slvRequests: [request],
  })
  await setRows(db, 'slv', { id: slv.id }, { resubmission })
}

/** The owner of an SLV, as an actor without permissions. */
async function findOwner(
  db: Db,
  { sellerId, companyId }: { sellerId: string; companyId: string },
): Promise<Actor> {
  const { name } = await findRow(db, 'appUser', { id: sellerId })
  return {
    id: sellerId,
    name,
    role: 'SELLER',
    companyId,
    permissions: permissionsOf([]),
  }
}

export type Makers = ReturnType<typeof makers>

export const ctxFor = async (
  db: Db,
  actor: Actor,
  now: Date,
): Promise<Ctx> => ({
  actor,
  now,
  db,
  sla: await loadSla(db),
})

/**
 * The database's `test` with makers and a context for an actor: `a` and `as` in
 * the transaction, `made` and `ctxOf` in the test's own database; further the
 * facts of reporting, an SLV's history, and the data of queued jobs.
 */
export const test = base
  .extend('a', ({ db, now }) => makers(db, now))
  .extend('as', ({ db, now }) => async (actor: Actor, at = now) => {
    return ctxFor(db, actor, at)
  })
  .extend('made', ({ committed, now }) => makers(committed, now))
  .extend('ctxOf', ({ committed, now }) => async (actor: Actor, at = now) => {
    return ctxFor(committed, actor, at)
  })
  .extend('facts', async ({ db }, { onCleanup }) => {
    const facts = await factsOn(db)
    onCleanup(() => facts.close())
    return facts
  })
  .extend('historyOf', ({ db }) => async ({ id }: { id: string }) => {
    return findRows(db, 'slvHistory', { slvId: id })
  })
  .extend('queued', ({ committed }) => async (name: string) => {
    return jobsOf(committed, name)
  })
