import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { withFolder } from '../../../test/files.ts'
import { test as base } from '../../../test/http.ts'
import { loanOf } from '../../../test/makers.ts'
import { addRow, findRow } from '../../../test/rows.ts'
import { importLoan } from './import-loans.ts'
import { findAll, readDeal } from './read-mismo.ts'
import { readMismoLoan } from './read-mismo-loan.ts'

const test = base
  .extend('folder', withFolder)
  .extend('company', ({ made }) => made.company())
  .extend('seller', ({ made, company }) => made.seller(company.id))
  .extend('decided', async ({ made, committed, seller }) => {
    const slv = await made.slv({
      status: 'APPROVED',
      sellerId: seller.id,
      buyerLoan: '7001234',
      sellerLoan: 'S-1234',
      version: 3,
      borrowerLastName: 'O’Hara <& "Sons">',
      city: 'Coeur d’Alene',
      propertyType: 'CN',
      purpose: 'Delayed',
      priceAdjustment: -25,
      decisionComment: 'Reserves ≥ 12 months\u0007 & a CPA letter',
      decisionLtv: 74.5,
      financedProperties: 3,
      incomeUsedAmount: 9850.5,
      proposedHousingPaymentAmount: 3120.25,
    })
    const answer = {
      slvRequestId: slv.requestId,
      decision: 'APPROVED',
      comment: 'Strong reserves',
    } as const
    await addRow(committed, 'slvDecisionRequest', {
      slvId: slv.id,
      currentGuideline: '',
      ...answer,
    })
    return slv
  })
  .extend('saved', ({ folder }) => async (xml: string) => {
    const path = join(folder, 'decision.xml')
    await writeFile(path, xml)
    return path
  })

test('a decision is exported as MISMO 3.6 with what the seller can see, and nothing else', async ({
  signedIn,
  seller,
  decided,
  made,
  saved,
}) => {
  const path = `/v1/proxy-loan/${decided.id}/mismo`
  const answer = await (await signedIn(seller))('GET', path)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/xml',
    'content-disposition': expect.stringContaining('SLVDecision.xml'),
  })
  const { root, deal } = await readDeal(
    'decision.xml',
    await saved(answer.body),
  )
  expect(root.children[0]?.attributes).toMatchObject({
    xmlns: 'http://www.mismo.org/residential/2009/schemas',
    MISMOReferenceModelIdentifier: '3.6.0',
  })
  const textAt = (at: string) => findAll(deal, at)[0]?.text
  expect(textAt('PARTIES/PARTY/INDIVIDUAL/NAME/LastName')).toBe(
    'O’Hara <& "Sons">',
  )
  expect(
    textAt('COLLATERALS/COLLATERAL/SUBJECT_PROPERTY/ADDRESS/CityName'),
  ).toBe('Coeur d’Alene')
  expect(textAt('LOANS/LOAN/TERMS_OF_LOAN/NoteAmount')).toBe('480000')
  const decision = 'LOANS/LOAN/EXTENSION/OTHER/SINGLE_LOAN_VARIANCE'
  expect(textAt(`${decision}/DecisionType`)).toBe('APPROVED')
  expect(textAt(`${decision}/PriceAdjustmentBasisPointsValue`)).toBe('-25')
  expect(textAt(`${decision}/DecisionConditionsText`)).toBe(
    'Reserves ≥ 12 months & a CPA letter',
  )
  expect(textAt(`${decision}/VARIANCES/VARIANCE/DecisionCommentText`)).toBe(
    'Strong reserves',
  )

  // Staff see internal comments in the portal, but a file may be passed on.
  const staff = await signedIn(await made.underwriter('viewSlvDepartment'))
  expect((await staff('GET', path)).body).toBe(answer.body)
  const stranger = await signedIn(await made.seller())
  expect((await stranger('GET', path)).statusCode).toBe(404)
})

test('without a decision there is no file', async ({
  signedIn,
  seller,
  made,
}) => {
  const slv = await made.slv({ status: 'SLR_COMPLETED', sellerId: seller.id })
  const answer = await (await signedIn(seller))(
    'GET',
    `/v1/proxy-loan/${slv.id}/mismo`,
  )
  expect([answer.statusCode, answer.json().error]).toEqual([
    409,
    'There is no decision yet',
  ])
})

test('an exported decision can be imported: the new draft has the same request', async ({
  signedIn,
  seller,
  company,
  decided,
  saved,
  ctxOf,
  committed,
}) => {
  const { body } = await (await signedIn(seller))(
    'GET',
    `/v1/proxy-loan/${decided.id}/mismo`,
  )
  const read = await readMismoLoan('decision.xml', await saved(body))
  expect(read.numbers).toEqual(['7001234', 'S-1234'])
  // LoanDock has what MISMO doesn't say.
  const loan = loanOf(company.corrId ?? '', {
    propertyType: 'CN',
    purpose: 'Delayed',
  })
  const { outcome, slvId, fields } = await importLoan(
    await ctxOf(seller),
    loan,
    read,
  )
  expect([
    outcome,
    fields.filter((field) => field.outcome === 'INVALID'),
  ]).toEqual(['CREATED', []])
  const exported = await findRow(committed, 'slv', { id: decided.id })
  const imported = await findRow(committed, 'slv', { id: slvId ?? '' })
  for (const { field } of fields)
    if (field) expect(imported[field], field).toEqual(exported[field])
  expect(fields.filter(({ field }) => field)).toHaveLength(19)
})
