import { randomUUID } from 'node:crypto'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { Actor } from '@portal/contract/user/model'
import { isUnderwriter } from '@portal/contract/user/policy'
import type { Db } from '../../src/lib/database/db.ts'
import { setDraftResubmitted } from '../../src/slv/rounds/resubmit.ts'
import { ctxFor } from '../makers.ts'
import { addRow } from '../rows.ts'
import type { Audience, Canaries } from './canaries.ts'
import { createPeople, isOneOf, type People } from './canary-people.ts'
import { type CanarySlv, plantSlv } from './plant-slv-canaries.ts'
import { plantTdoc } from './plant-tdoc-canaries.ts'

type Deps = { db: Db; now: Date; canaries: Canaries }

/** Plants texts in every field, each with a rule for who may see it. */
export async function plantCanaries(deps: Deps) {
  const people = await createPeople(deps)
  await plantAccessRequest(deps, people)
  await plantAuthority(deps, people)
  const slvs = await plantSlvs(deps, people)
  for (const owner of [people.ownerA, people.ownerB, people.chief])
    await plantViews(deps, owner, 'SLV')
  for (const owner of [people.reviewerX, people.reviewerY])
    await plantViews(deps, owner, 'TDOC')
  const tdocs = await plantTdocs(deps, people)
  return { people, slvs, tdocs }
}

/**
 * Statuses with different visible fields; the second company needs only a few.
 */
const statuses: Record<'A' | 'B', SlvStatus[]> = {
  A: [
    'DRAFT',
    'REVIEW',
    'PENDING_DOCUMENTS',
    'SLR_REVIEW',
    'TD_COMPLETED',
    'APPROVED',
  ],
  B: ['REVIEW', 'SLR_REVIEW', 'APPROVED'],
}

async function plantSlvs(deps: Deps, people: People): Promise<CanarySlv[]> {
  const slvs: CanarySlv[] = []
  for (const company of ['A', 'B'] as const)
    for (const status of statuses[company])
      slvs.push(await plantSlv(deps, people, company, status))
  // A copy of an ended round is stored; its texts stay as secret as they were.
  const declined = await plantSlv(deps, people, 'A', 'DECLINED')
  const ownerCtx = await ctxFor(deps.db, people.ownerA, deps.now)
  await setDraftResubmitted(ownerCtx, declined.id)
  return [...slvs, declined]
}

async function plantTdocs(deps: Deps, people: People) {
  const { deskX, deskY, reviewerX, reviewerY, outsider } = people
  return [
    await plantTdoc(deps, {
      loanKind: 'ACTIVE',
      desk: deskX,
      internalAuthor: outsider,
      reviewer: reviewerX,
    }),
    await plantTdoc(deps, {
      loanKind: 'PURCHASED',
      desk: deskX,
      internalAuthor: deskX,
      reviewer: reviewerX,
    }),
    await plantTdoc(deps, {
      loanKind: 'TPR',
      desk: deskY,
      internalAuthor: outsider,
      reviewer: reviewerY,
    }),
  ]
}

/** A refused request, which its person and the administrators may read. */
async function plantAccessRequest(
  { db, now, canaries }: Deps,
  { pending, admin }: People,
) {
  const audience = isOneOf([pending, admin])
  await addRow(db, 'accessRequest', {
    userId: pending.id,
    company: canaries.plant('accesscompany', audience),
    message: canaries.plant('accessmessage', audience),
    refusal: canaries.plant('accessrefusal', audience),
    createdAt: now,
    answeredAt: now,
    answeredById: admin.id,
  })
}

/** A level of decision authority, which only underwriters may know. */
async function plantAuthority(
  { db, canaries }: Deps,
  { underwriterA }: People,
) {
  const { id } = await addRow(db, 'authorityLevel', {
    id: randomUUID(),
    name: canaries.plant('authority', isUnderwriter),
    maxDistance: '{}',
    position: 1,
  })
  await addRow(db, 'authorityPerson', {
    levelId: id,
    userId: underwriterA.id,
  })
}

/**
 * A person's views, one of them shared in their company: their names and
 * filters.
 */
async function plantViews(
  { db, now, canaries }: Deps,
  owner: Actor,
  list: 'SLV' | 'TDOC',
) {
  for (const isShared of [true, false]) {
    const audience: Audience = ({ id, companyId }) =>
      id === owner.id || (isShared && companyId === owner.companyId)
    await addRow(db, 'savedView', {
      userId: owner.id,
      companyId: owner.companyId,
      list,
      name: canaries.plant('viewname', audience),
      search: `search=${canaries.plant('viewsearch', audience)}`,
      isShared,
      createdAt: now,
    })
  }
}
