import { isOneOf } from '@portal/contract/lib/typed'
import type { Loan } from '@portal/contract/loan/model'
import { type FormFieldName, formFieldNames, formFields, SlvForm, type SlvFormPatch } from '@portal/contract/slv/form'

const toForm = (loan: Loan): Partial<Record<FormFieldName, unknown>> => ({
  sellerLoan: loan.sellerLoanNumber,
  isLoanClosed: loan.isClosed,
  noteDate: loan.noteDate,
  originalLockDate: loan.originalLockDate,
  buyerNonAgencyProgram: loan.program,
  buyerNonAgencyProductName: loan.productName,
  borrowerLastName: loan.borrowerLastName,
  subjectPropertyAddress: loan.address.line,
  city: loan.address.city,
  state: loan.address.state,
  zip: loan.address.zip,
  propertyType: loan.propertyType,
  purpose: loan.purpose,
  occupancy: loan.occupancy,
  isExperiencedInvestor: loan.isExperiencedInvestor,
  loanAmount: loan.loanAmount,
  purchasePriceAmount: loan.purchasePriceAmount,
  appraisedValueAmount: loan.appraisedValueAmount,
  secondLienDrawnAmount: loan.secondLienDrawnAmount,
  helocLimitAmount: loan.helocLimitAmount,
  ltv: loan.ltv,
  cltv: loan.cltv,
  hcltv: loan.hcltv,
  dti: loan.dti,
  dscr: loan.dscr,
  creditScore: loan.creditScore,
  incomeUsedAmount: loan.incomeUsedAmount,
  residualMoIncomeAmount: loan.residualMoIncomeAmount,
  currentHousingPaymentAmount: loan.currentHousingPaymentAmount,
  proposedHousingPaymentAmount: loan.proposedHousingPaymentAmount,
  liquidReservesAmount: loan.liquidReservesAmount,
  retirementReservesAmount: loan.retirementReservesAmount,
  businessFundsForReservesAmount: loan.businessFundsForReservesAmount,
  totalPostCloseReservesAmount: loan.totalPostCloseReservesAmount,
})

/** The fields of a request that a loan fills in, without values that the form would refuse. */
export const prefill = (loan: Loan): SlvFormPatch => {
  const good = Object.entries(toForm(loan)).filter(
    ([name, value]) =>
      value !== null && isOneOf(formFieldNames, name) && formFields[name].schema.safeParse(value).success,
  )
  return SlvForm.partial().parse(Object.fromEntries(good))
}
