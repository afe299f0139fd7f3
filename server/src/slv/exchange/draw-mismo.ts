import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import { findAnswer } from '@portal/contract/slv-request/policy'
import type { Ctx } from '../../lib/ctx.ts'
import { conflict } from '../../lib/errors.ts'
import { element, leaves } from '../../lib/files/draw-xml.ts'
import { viewSlv } from '../detail.ts'
import { usageOf, valuation } from './columns.ts'

const declarations = [
  'xmlns="http://www.mismo.org/residential/2009/schemas"',
  'xmlns:slv="urn:loan-review-portal:slv:1"',
  'MISMOReferenceModelIdentifier="3.6.0"',
].join(' ')

/**
 * The decision in effect as a MISMO 3.6 file, of the fields that sellers see.
 * MISMO has no containers for variances and their decisions, so they are in the
 * EXTENSION that it provides. Throws 409 without a decision.
 */
export async function exportMismo(ctx: Ctx, id: string): Promise<string> {
  const slv = await viewSlv(ctx, id, 'IN_EFFECT')
  if (!isDecided(slv.status)) throw conflict('There is no decision yet')
  const deal =
    element('COLLATERALS/COLLATERAL/SUBJECT_PROPERTY', property(slv)) +
    `<LOANS><LOAN LoanRoleType="SubjectLoan">${loan(slv)}</LOAN></LOANS>` +
    element('PARTIES/PARTY', borrower(slv))
  const about = leaves([
    ['ABOUT_VERSIONS/ABOUT_VERSION/CreatedDatetime', ctx.now.toISOString()],
  ])
  const message = about + element('DEAL_SETS/DEAL_SET/DEALS/DEAL', deal)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<MESSAGE ${declarations}>${message}</MESSAGE>\n`
}

const isCondominium = ({ propertyType }: SlvDetail) =>
  propertyType === 'CN' || propertyType === 'CW'

/** The number of units or properties is unknown for the other types. */
const property = (slv: SlvDetail) =>
  leaves([
    ['ADDRESS/AddressLineText', slv.subjectPropertyAddress],
    ['ADDRESS/CityName', slv.city],
    ['ADDRESS/PostalCode', slv.zip],
    ['ADDRESS/StateCode', slv.state],
    [
      'PROJECT/PROJECT_DETAIL/ProjectLegalStructureType',
      isCondominium(slv) ? 'Condominium' : null,
    ],
    ['PROPERTY_DETAIL/FinancedUnitCount', slv.propertyType === 'SF' ? 1 : null],
    [
      'PROPERTY_DETAIL/PropertyUsageType',
      slv.occupancy && usageOf[slv.occupancy],
    ],
    [`${valuation}/PropertyValuationAmount`, slv.appraisedValueAmount],
    [`${valuation}/PropertyValuationEffectiveDate`, slv.appraisalDate],
    [
      'SALES_CONTRACTS/SALES_CONTRACT/SALES_CONTRACT_DETAIL/SalesContractAmount',
      slv.purchasePriceAmount,
    ],
  ])

const identifier = (number: string | null, type: string) =>
  number
    ? element(
        'LOAN_IDENTIFIER',
        leaves([
          ['LoanIdentifier', number],
          ['LoanIdentifierType', type],
        ]),
      )
    : ''

const cashOutOf = {
  Purchase: null,
  'R&T': 'LimitedCashOut',
  'Cash-Out': 'CashOut',
  Delayed: 'CashOut',
} as const

const loan = (slv: SlvDetail) =>
  leaves([
    ['COMBINED_LTVS/COMBINED_LTV/CombinedLTVRatioPercent', slv.cltv],
    ['COMBINED_LTVS/COMBINED_LTV/HomeEquityCombinedLTVRatioPercent', slv.hcltv],
    ['LOAN_DETAIL/TotalMortgagedPropertiesCount', slv.financedProperties],
  ]) +
  element(
    'LOAN_IDENTIFIERS',
    identifier(slv.buyerLoan, 'InvestorLoan') +
      identifier(slv.sellerLoan, 'SellerLoan'),
  ) +
  leaves([
    [
      'LOAN_LEVEL_CREDIT/LOAN_LEVEL_CREDIT_DETAIL/LoanLevelCreditScoreValue',
      slv.creditScore,
    ],
    ['LTV/LTVRatioPercent', slv.ltv],
    ['QUALIFICATION/TotalDebtExpenseRatioPercent', slv.dti],
    [
      'QUALIFICATION/TotalMonthlyCurrentHousingExpenseAmount',
      slv.currentHousingPaymentAmount,
    ],
    ['QUALIFICATION/TotalMonthlyIncomeAmount', slv.incomeUsedAmount],
    [
      'QUALIFICATION/TotalMonthlyProposedHousingExpenseAmount',
      slv.proposedHousingPaymentAmount,
    ],
    ['REFINANCE/RefinanceCashOutAmount', slv.cashOutAmount],
    [
      'REFINANCE/RefinanceCashOutDeterminationType',
      slv.purpose && cashOutOf[slv.purpose],
    ],
    [
      'TERMS_OF_LOAN/LoanPurposeType',
      slv.purpose && (slv.purpose === 'Purchase' ? 'Purchase' : 'Refinance'),
    ],
    ['TERMS_OF_LOAN/NoteAmount', slv.loanAmount],
    ['TERMS_OF_LOAN/NoteDate', slv.noteDate],
  ]) +
  element('EXTENSION/OTHER/slv:SINGLE_LOAN_VARIANCE', decision(slv))

const decision = (slv: SlvDetail) =>
  leaves([
    ['slv:Identifier', slv.id],
    ['slv:DecisionType', slv.status],
    ['slv:DecisionDatetime', slv.decisionDate],
    ['slv:GoodUntilDate', slv.goodUntil],
    ['slv:DecisionConditionsText', slv.decisionComment],
    ['slv:GuidelineText', slv.currentGuideline],
    ['slv:PriceAdjustmentBasisPointsValue', slv.priceAdjustment],
    ['slv:DecisionLTVRatioPercent', slv.decisionLtv],
    ['slv:DecisionCombinedLTVRatioPercent', slv.decisionCltv],
    ['slv:DecisionHomeEquityCombinedLTVRatioPercent', slv.decisionHcltv],
    ['slv:DecisionTotalDebtExpenseRatioPercent', slv.decisionDti],
    ['slv:DecisionDebtServiceCoverageRatio', slv.decisionDscr],
    ['slv:DecisionReservesMonthCount', slv.reserves],
  ]) +
  element(
    'slv:VARIANCES',
    slv.slvRequests.map((request) => variance(slv, request)).join(''),
  )

function variance(
  { slvDecisionRequests = [] }: SlvDetail,
  request: SlvDetail['slvRequests'][number],
) {
  const answer = findAnswer(slvDecisionRequests, request.id)
  const content = leaves([
    ['slv:VarianceReasonType', request.reason],
    ['slv:VarianceSummaryText', request.summary],
    ['slv:JustificationText', request.justification],
    ['slv:DecisionType', answer?.decision],
    ['slv:DecisionCommentText', answer?.comment],
  ])
  return element('slv:VARIANCE', content)
}

const borrower = (slv: SlvDetail) =>
  leaves([
    ['INDIVIDUAL/NAME/LastName', slv.borrowerLastName],
    ['ROLES/ROLE/ROLE_DETAIL/PartyRoleType', 'Borrower'],
  ])
