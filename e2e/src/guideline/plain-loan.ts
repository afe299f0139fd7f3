/** Figures of a loan under P&L Only that miss only the limit of reserves. */
export const plainLoan = {
  ...{ propertyType: 'SF', occupancy: 'P', purpose: 'R&T', state: 'TX', creditScore: 720, dti: 35 },
  ...{ loanAmount: 400_000, appraisedValueAmount: 800_000, secondLienDrawnAmount: 0, helocLimitAmount: 0 },
  ...{ ltv: 50, cltv: 50, hcltv: 50, incomeUsedAmount: 10_000, residualMoIncomeAmount: 6_500 },
  ...{ proposedHousingPaymentAmount: 5_000, totalPostCloseReservesAmount: 5_000 },
}
