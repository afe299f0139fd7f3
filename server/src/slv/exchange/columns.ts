import type { FormFieldName } from '@portal/contract/slv/form'
import type {
  Occupancy,
  PropertyType,
  Purpose,
} from '@portal/contract/slv/model'
import type { z } from 'zod'
import { type Element, findAll } from './read-mismo.ts'

/**
 * The parts of a DEAL that fill in a request; each is null if the file doesn't
 * have it.
 */
export type Subject = {
  loan: Element | null
  property: Element | null
  borrower: Element | null
  /** The newest valuation of the property. */
  valuation: Element | null
  /** The number of properties. */
  properties: number
}

/**
 * A field's value from its elements, or why there is none. `keeps` are other
 * values that they might mean.
 */
export type Meaning =
  | { value: string | number; keeps?: readonly string[]; note?: string }
  | { problem: string }

/**
 * Where a field comes from. If a field has several lines, the first whose
 * elements are present is used.
 */
export type Mapping = {
  field: FormFieldName
  find: (subject: Subject) => Element[]
  /** By default, the text of the first element. */
  read?: (elements: readonly Element[], subject: Subject) => Meaning
}

type Part = 'loan' | 'property' | 'borrower' | 'valuation'

const at = (part: Part, path: string) => (subject: Subject) => {
  const from = subject[part]
  return from ? findAll(from, path).filter(({ text }) => text !== '') : []
}
const first = (part: Part, path: string) => (subject: Subject) =>
  at(part, path)(subject).slice(0, 1)

const line = (field: FormFieldName, part: Part, path: string): Mapping => ({
  field,
  find: first(part, path),
})

const getText = (elements: readonly Element[], name: string) =>
  elements.find((one) => one.name === name)?.text

const occupancyOf: Record<string, z.infer<typeof Occupancy>> = {
  PrimaryResidence: 'P',
  SecondHome: 'S',
  Investment: 'I',
  Other: 'U',
}
export const usageOf = {
  P: 'PrimaryResidence',
  S: 'SecondHome',
  I: 'Investment',
  U: 'Other',
} as const

const cashOut = 'RefinanceCashOutDeterminationType'

/**
 * A delayed financing is a cash-out refinance in MISMO, so a draft that says
 * 'Delayed' keeps it.
 */
function readPurpose(elements: readonly Element[]): Meaning {
  const type = getText(elements, 'LoanPurposeType')
  const kind = getText(elements, cashOut)
  const purpose = (
    value: z.infer<typeof Purpose>,
    keeps: readonly z.infer<typeof Purpose>[] = [],
  ) => ({ value, keeps })
  if (type === 'Purchase') return purpose('Purchase')
  if (type !== 'Refinance')
    return { problem: `The portal has no purpose ${type ?? 'for this'}` }
  if (kind === 'CashOut') return purpose('Cash-Out', ['Delayed'])
  if (kind === 'LimitedCashOut' || kind === 'NoCashOut') return purpose('R&T')
  return {
    problem: `For a refinance, ${cashOut} must be CashOut, LimitedCashOut or NoCashOut`,
  }
}

/**
 * The type follows from units, condominium and the number of properties. MISMO
 * doesn't say whether a condominium is warrantable.
 */
function readPropertyType(
  elements: readonly Element[],
  { properties }: Subject,
): Meaning {
  const units = Number(getText(elements, 'FinancedUnitCount') ?? 1)
  const type = (value: z.infer<typeof PropertyType>) => ({ value })
  if (properties > 1) return type('CC')
  if (units >= 2 && units <= 4) return type('U24')
  if (units !== 1) return { problem: 'Must be 1 to 4 units' }
  if (getText(elements, 'ProjectLegalStructureType') !== 'Condominium')
    return type('SF')
  return { value: '', keeps: ['CN', 'CW'] }
}

const addressParts = [
  'AddressLineText',
  'AddressUnitDesignatorType',
  'AddressUnitIdentifier',
  'AddressAdditionalLineText',
]

/**
 * Short forms of the designators that MISMO spells out; the others are written
 * as they are.
 */
const designators: Record<string, string> = {
  Apartment: 'Apt',
  Suite: 'Ste',
  Building: 'Bldg',
  Other: '#',
}

/** The street with the unit, unless the line has the unit already. */
function readAddress(elements: readonly Element[]): Meaning {
  const street = getText(elements, 'AddressLineText') ?? ''
  const additional = getText(elements, 'AddressAdditionalLineText') ?? ''
  const unit = getText(elements, 'AddressUnitIdentifier') ?? ''
  if (street === '') return { problem: 'Needs AddressLineText' }
  if (unit === '')
    return {
      value: endsWithPart(street, additional)
        ? street
        : `${street}, ${additional}`,
    }
  if (endsWithPart(street, unit)) return { value: street }
  const designator = getText(elements, 'AddressUnitDesignatorType') ?? 'Other'
  const label = designators[designator] ?? designator
  return {
    value:
      label === '#'
        ? `${street} #${unit.replace(/^#/, '')}`
        : `${street} ${label} ${unit}`,
  }
}

/** Whether the last words of a line are this part of an address. */
function endsWithPart(text: string, part: string): boolean {
  if (part === '') return true
  const [line, end] = [text.toLowerCase(), part.toLowerCase()]
  if (!line.endsWith(end)) return false
  const before = line.at(-end.length - 1)
  return before === undefined || ' #,'.includes(before)
}

const housing = (field: FormFieldName, timing: string): Mapping => ({
  field,
  find: ({ loan }) =>
    loan
      ? findAll(loan, 'HOUSING_EXPENSES/HOUSING_EXPENSE')
          .filter(
            ({ children }) =>
              getText(children, 'HousingExpenseTimingType') === timing,
          )
          .flatMap(({ children }) =>
            children.filter(
              ({ name }) => name === 'HousingExpensePaymentAmount',
            ),
          )
      : [],
  read: (elements) => ({
    value: String(
      Math.round(
        elements.reduce((sum, { text }) => sum + Number(text), 0) * 100,
      ) / 100,
    ),
    note: `The sum of the ${timing.toLowerCase()} expenses`,
  }),
})

const proposed = 'QUALIFICATION/TotalMonthlyProposedHousingExpenseAmount'
const reserves = 'QUALIFICATION/BorrowerReservesMonthlyPaymentCount'
export const valuation =
  'PROPERTY_VALUATIONS/PROPERTY_VALUATION/PROPERTY_VALUATION_DETAIL'
const scores =
  'ROLES/ROLE/BORROWER/CREDIT_SCORES/CREDIT_SCORE/CREDIT_SCORE_DETAIL/CreditScoreValue'

/**
 * The elements of MISMO that fill the fields of a request
 * (docs/import-export.md).
 */
export const mismoColumns: readonly Mapping[] = [
  line('borrowerLastName', 'borrower', 'INDIVIDUAL/NAME/LastName'),
  {
    field: 'subjectPropertyAddress',
    find: (subject) =>
      addressParts.flatMap((name) =>
        first('property', `ADDRESS/${name}`)(subject),
      ),
    read: readAddress,
  },
  line('city', 'property', 'ADDRESS/CityName'),
  line('state', 'property', 'ADDRESS/StateCode'),
  line('zip', 'property', 'ADDRESS/PostalCode'),
  {
    field: 'propertyType',
    find: (subject) => [
      ...first(
        'property',
        'PROPERTY_DETAIL/FinancedUnitCount',
      )(subject).filter(({ text }) => Number(text) !== 0),
      ...first(
        'property',
        'PROJECT/PROJECT_DETAIL/ProjectLegalStructureType',
      )(subject),
    ],
    read: readPropertyType,
  },
  {
    field: 'purpose',
    find: (subject) => [
      ...first('loan', 'TERMS_OF_LOAN/LoanPurposeType')(subject),
      ...first('loan', `REFINANCE/${cashOut}`)(subject),
    ],
    read: readPurpose,
  },
  {
    field: 'occupancy',
    find: first('property', 'PROPERTY_DETAIL/PropertyUsageType'),
    read: ([usage]) => {
      const value = occupancyOf[usage?.text ?? '']
      return value
        ? { value }
        : { problem: `Use one of ${Object.keys(occupancyOf).join(', ')}` }
    },
  },
  line('loanAmount', 'loan', 'TERMS_OF_LOAN/NoteAmount'),
  line('loanAmount', 'loan', 'TERMS_OF_LOAN/BaseLoanAmount'),
  line('noteDate', 'loan', 'TERMS_OF_LOAN/NoteDate'),
  line(
    'noteDate',
    'loan',
    'CLOSING_INFORMATION/CLOSING_INFORMATION_DETAIL/ClosingDate',
  ),
  line(
    'purchasePriceAmount',
    'property',
    'SALES_CONTRACTS/SALES_CONTRACT/SALES_CONTRACT_DETAIL/SalesContractAmount',
  ),
  line(
    'appraisedValueAmount',
    'valuation',
    'PROPERTY_VALUATION_DETAIL/PropertyValuationAmount',
  ),
  line(
    'appraisedValueAmount',
    'property',
    'PROPERTY_DETAIL/PropertyEstimatedValueAmount',
  ),
  line(
    'appraisalDate',
    'valuation',
    'PROPERTY_VALUATION_DETAIL/PropertyValuationEffectiveDate',
  ),
  line('ltv', 'loan', 'LTV/LTVRatioPercent'),
  line('cltv', 'loan', 'COMBINED_LTVS/COMBINED_LTV/CombinedLTVRatioPercent'),
  line(
    'hcltv',
    'loan',
    'COMBINED_LTVS/COMBINED_LTV/HomeEquityCombinedLTVRatioPercent',
  ),
  line(
    'creditScore',
    'loan',
    'LOAN_LEVEL_CREDIT/LOAN_LEVEL_CREDIT_DETAIL/LoanLevelCreditScoreValue',
  ),
  {
    field: 'creditScore',
    find: at('borrower', scores),
    read: ([score, ...others]) =>
      others.length > 0
        ? {
            problem: `The borrower has ${others.length + 1} scores; enter the qualifying score`,
          }
        : { value: score?.text ?? '' },
  },
  line('cashOutAmount', 'loan', 'REFINANCE/RefinanceCashOutAmount'),
  line(
    'financedProperties',
    'loan',
    'LOAN_DETAIL/TotalMortgagedPropertiesCount',
  ),
  line('dti', 'loan', 'QUALIFICATION/TotalDebtExpenseRatioPercent'),
  line('incomeUsedAmount', 'loan', 'QUALIFICATION/TotalMonthlyIncomeAmount'),
  line(
    'currentHousingPaymentAmount',
    'loan',
    'QUALIFICATION/TotalMonthlyCurrentHousingExpenseAmount',
  ),
  housing('currentHousingPaymentAmount', 'Present'),
  line('proposedHousingPaymentAmount', 'loan', proposed),
  housing('proposedHousingPaymentAmount', 'Proposed'),
  {
    field: 'totalPostCloseReservesAmount',
    find: first('loan', reserves),
    read: ([months], subject) => {
      const [payment] = first('loan', proposed)(subject)
      if (!payment || Number(payment.text) === 0)
        return {
          problem:
            'Needs TotalMonthlyProposedHousingExpenseAmount to convert the months to an amount',
        }
      const value =
        Math.round(Number(months?.text) * Number(payment.text) * 100) / 100
      return {
        value: String(value),
        note: `${months?.text} months × ${payment.text}`,
      }
    },
  },
]
