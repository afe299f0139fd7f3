import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import type { Ctx } from '../../lib/ctx.ts'
import { conflict } from '../../lib/errors.ts'
import { element, leaf } from '../../lib/files/draw-xml.ts'
import { viewSlv } from '../detail.ts'
import { usageOf } from './columns.ts'

const declarations = [
  'xmlns="http://www.mismo.org/residential/2009/schemas"',
  'xmlns:slv="urn:loan-review-portal:slv:1"',
  'MISMOReferenceModelIdentifier="3.6.0"',
].join(' ')

/**
 * The decision in effect as a MISMO 3.6 file, of the fields that sellers see. MISMO has no containers for variances and
 * their decisions, so they are in the EXTENSION that it provides. Throws 409 without a decision.
 */
export async function exportMismo(ctx: Ctx, id: string): Promise<string> {
  const slv = await viewSlv(ctx, id, 'IN_EFFECT')
  if (!isDecided(slv.status)) throw conflict('There is no decision yet')
  const about = element('ABOUT_VERSION', leaf('CreatedDatetime', ctx.now.toISOString()))
  const deal = element(
    'DEAL',
    element('COLLATERALS', element('COLLATERAL', property(slv))),
    `<LOANS><LOAN LoanRoleType="SubjectLoan">${loan(slv)}</LOAN></LOANS>`,
    element('PARTIES', element('PARTY', borrower(slv))),
  )
  const message = element('ABOUT_VERSIONS', about) + nest(['DEAL_SETS', 'DEAL_SET', 'DEALS'], deal)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<MESSAGE ${declarations}>${message}</MESSAGE>\n`
}

/** Nests elements around some content. */
const nest = (names: readonly string[], content: string): string =>
  names.reduceRight((inner, name) => element(name, inner), content)

const isCondominium = ({ propertyType }: SlvDetail) => propertyType === 'CN' || propertyType === 'CW'

/** The number of units or properties is unknown for the other types. */
const property = (slv: SlvDetail) =>
  element(
    'SUBJECT_PROPERTY',
    element(
      'ADDRESS',
      leaf('AddressLineText', slv.subjectPropertyAddress),
      leaf('CityName', slv.city),
      leaf('PostalCode', slv.zip),
      leaf('StateCode', slv.state),
    ),
    nest(['PROJECT', 'PROJECT_DETAIL'], leaf('ProjectLegalStructureType', isCondominium(slv) ? 'Condominium' : null)),
    element(
      'PROPERTY_DETAIL',
      leaf('FinancedUnitCount', slv.propertyType === 'SF' ? 1 : null),
      leaf('PropertyUsageType', slv.occupancy && usageOf[slv.occupancy]),
    ),
    nest(
      ['PROPERTY_VALUATIONS', 'PROPERTY_VALUATION', 'PROPERTY_VALUATION_DETAIL'],
      leaf('PropertyValuationAmount', slv.appraisedValueAmount) +
        leaf('PropertyValuationEffectiveDate', slv.appraisalDate),
    ),
    nest(
      ['SALES_CONTRACTS', 'SALES_CONTRACT', 'SALES_CONTRACT_DETAIL'],
      leaf('SalesContractAmount', slv.purchasePriceAmount),
    ),
  )

const identifier = (number: string | null, type: string) =>
  number ? element('LOAN_IDENTIFIER', leaf('LoanIdentifier', number), leaf('LoanIdentifierType', type)) : ''

const cashOutOf = { Purchase: null, 'R&T': 'LimitedCashOut', 'Cash-Out': 'CashOut', Delayed: 'CashOut' } as const

const loan = (slv: SlvDetail) =>
  [
    nest(
      ['COMBINED_LTVS', 'COMBINED_LTV'],
      leaf('CombinedLTVRatioPercent', slv.cltv) + leaf('HomeEquityCombinedLTVRatioPercent', slv.hcltv),
    ),
    element('LOAN_DETAIL', leaf('TotalMortgagedPropertiesCount', slv.financedProperties)),
    element('LOAN_IDENTIFIERS', identifier(slv.buyerLoan, 'InvestorLoan'), identifier(slv.sellerLoan, 'SellerLoan')),
    nest(['LOAN_LEVEL_CREDIT', 'LOAN_LEVEL_CREDIT_DETAIL'], leaf('LoanLevelCreditScoreValue', slv.creditScore)),
    element('LTV', leaf('LTVRatioPercent', slv.ltv)),
    element(
      'QUALIFICATION',
      leaf('TotalDebtExpenseRatioPercent', slv.dti),
      leaf('TotalMonthlyCurrentHousingExpenseAmount', slv.currentHousingPaymentAmount),
      leaf('TotalMonthlyIncomeAmount', slv.incomeUsedAmount),
      leaf('TotalMonthlyProposedHousingExpenseAmount', slv.proposedHousingPaymentAmount),
    ),
    element(
      'REFINANCE',
      leaf('RefinanceCashOutAmount', slv.cashOutAmount),
      leaf('RefinanceCashOutDeterminationType', slv.purpose && cashOutOf[slv.purpose]),
    ),
    element(
      'TERMS_OF_LOAN',
      leaf('LoanPurposeType', slv.purpose && (slv.purpose === 'Purchase' ? 'Purchase' : 'Refinance')),
      leaf('NoteAmount', slv.loanAmount),
      leaf('NoteDate', slv.noteDate),
    ),
    nest(['EXTENSION', 'OTHER'], decision(slv)),
  ].join('')

const decision = (slv: SlvDetail) =>
  element(
    'slv:SINGLE_LOAN_VARIANCE',
    leaf('slv:Identifier', slv.id),
    leaf('slv:DecisionType', slv.status),
    leaf('slv:DecisionDatetime', slv.decisionDate),
    leaf('slv:DecisionConditionsText', slv.decisionComment),
    leaf('slv:GuidelineText', slv.currentGuideline),
    leaf('slv:PriceAdjustmentBasisPointsValue', slv.priceAdjustment),
    leaf('slv:DecisionLTVRatioPercent', slv.decisionLtv),
    leaf('slv:DecisionCombinedLTVRatioPercent', slv.decisionCltv),
    leaf('slv:DecisionHomeEquityCombinedLTVRatioPercent', slv.decisionHcltv),
    leaf('slv:DecisionTotalDebtExpenseRatioPercent', slv.decisionDti),
    leaf('slv:DecisionDebtServiceCoverageRatio', slv.decisionDscr),
    leaf('slv:DecisionReservesMonthCount', slv.reserves),
    element('slv:VARIANCES', ...slv.slvRequests.map((request) => variance(slv, request))),
  )

function variance({ slvDecisionRequests = [] }: SlvDetail, request: SlvDetail['slvRequests'][number]) {
  const answer = slvDecisionRequests.find(({ slvRequestId }) => slvRequestId === request.id)
  return element(
    'slv:VARIANCE',
    leaf('slv:VarianceReasonType', request.reason),
    leaf('slv:VarianceSummaryText', request.summary),
    leaf('slv:JustificationText', request.justification),
    leaf('slv:DecisionType', answer?.decision),
    leaf('slv:DecisionCommentText', answer?.comment),
  )
}

const borrower = (slv: SlvDetail) =>
  nest(['INDIVIDUAL', 'NAME'], leaf('LastName', slv.borrowerLastName)) +
  nest(['ROLES', 'ROLE', 'ROLE_DETAIL'], leaf('PartyRoleType', 'Borrower'))
