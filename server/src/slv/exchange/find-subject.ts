import type { Subject } from './columns.ts'
import { type Element, findAll } from './read-mismo.ts'

const textAt = (from: Element, path: string) => findAll(from, path)[0]?.text

/**
 * The parts of a deal that a request is about. Roles and dates decide, not the
 * order in the file.
 */
export function findSubject(deal: Element): Subject {
  const properties = findAll(deal, 'COLLATERALS/COLLATERAL/SUBJECT_PROPERTY')
  const [property = null] = properties
  return {
    loan: findSubjectLoan(deal),
    property,
    borrower: findPrimaryBorrower(deal),
    valuation: property && findNewestValuation(property),
    properties: properties.length,
  }
}

/**
 * The loan with the role SubjectLoan, or without a role; of several states of
 * it, the newest.
 */
function findSubjectLoan(deal: Element): Element | null {
  const loans = findAll(deal, 'LOANS/LOAN')
  const named = loans.filter(
    ({ attributes }) => attributes.LoanRoleType === 'SubjectLoan',
  )
  const unnamed = loans.filter(
    ({ attributes }) => attributes.LoanRoleType === undefined,
  )
  const candidates = named.length > 0 ? named : unnamed
  return newest(candidates, (loan) => textAt(loan, 'LOAN_STATE/LoanStateDate'))
}

const classificationPath =
  'ROLES/ROLE/BORROWER/BORROWER_DETAIL/BorrowerClassificationType'

/**
 * The borrower who is classified as primary; otherwise the first by sequence
 * number.
 */
function findPrimaryBorrower(deal: Element): Element | null {
  const borrowers = findAll(deal, 'PARTIES/PARTY').filter((party) =>
    findAll(party, 'ROLES/ROLE/ROLE_DETAIL/PartyRoleType').some(
      ({ text }) => text === 'Borrower',
    ),
  )
  const [first = null] = borrowers.toSorted(
    (one, other) =>
      rankBorrower(one) - rankBorrower(other) ||
      sequenceNumber(one) - sequenceNumber(other),
  )
  return first
}

function rankBorrower(party: Element): number {
  const classifications = findAll(party, classificationPath).map(
    ({ text }) => text,
  )
  if (classifications.includes('Primary')) return 0
  return classifications.includes('Secondary') ? 2 : 1
}

/** Large for a party without one; infinite numbers couldn't be subtracted. */
const sequenceNumber = ({ attributes }: Element): number => {
  const number = Number.parseInt(attributes.SequenceNumber ?? '', 10)
  return Number.isNaN(number) ? Number.MAX_SAFE_INTEGER : number
}

const detail = 'PROPERTY_VALUATION_DETAIL'

/**
 * The newest valuation with an amount. Amount and date of a request are from
 * the same valuation.
 */
function findNewestValuation(property: Element): Element | null {
  const valuations = findAll(property, 'PROPERTY_VALUATIONS/PROPERTY_VALUATION')
  const withAmount = valuations.filter(
    (one) => Number(textAt(one, `${detail}/PropertyValuationAmount`)) > 0,
  )
  return newest(withAmount.length > 0 ? withAmount : valuations, (one) =>
    textAt(one, `${detail}/PropertyValuationEffectiveDate`),
  )
}

/**
 * The one with the latest date; those without a date come last. Of equal ones,
 * the first.
 */
function newest(
  elements: readonly Element[],
  findDate: (element: Element) => string | undefined,
): Element | null {
  const getDate = (element: Element) => findDate(element)?.slice(0, 10) ?? ''
  const [first = null] = elements.toSorted((one, other) => {
    const [date, otherDate] = [getDate(one), getDate(other)]
    if (date === otherDate) return 0
    return date > otherDate ? -1 : 1
  })
  return first
}
