import { isOneOf } from '@portal/contract/lib/typed'
import type { Loan } from '@portal/contract/loan/model'
import {
  formFieldNames,
  formFields,
  SlvForm,
  type SlvFormPatch,
} from '@portal/contract/slv/form'

/**
 * A loan under the names of the form. Most fields have the same name in both;
 * names of the loan alone are dropped.
 */
const toForm = (loan: Loan) => ({
  ...loan,
  ...loan.address,
  sellerLoan: loan.sellerLoanNumber,
  isLoanClosed: loan.isClosed,
  buyerNonAgencyProgram: loan.program,
  buyerNonAgencyProductName: loan.productName,
  subjectPropertyAddress: loan.address.line,
})

/**
 * The fields of a request that a loan fills in, without values that the form
 * would refuse.
 */
export const prefill = (loan: Loan): SlvFormPatch => {
  const good = Object.entries(toForm(loan)).filter(
    ([name, value]) =>
      value !== null &&
      isOneOf(formFieldNames, name) &&
      formFields[name].schema.safeParse(value).success,
  )
  return SlvForm.partial().parse(Object.fromEntries(good))
}
