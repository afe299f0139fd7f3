import { type ZodType, z } from 'zod'
import type { Program } from '../guideline/model.ts'
import * as field from '../lib/fields.ts'
import { getKeys, nullableShape, patchShape } from '../lib/typed.ts'
import { formatTypedDay } from '../lib/typed-values.ts'
import { calculatedRatios, effectiveRatios } from './figures.ts'
import {
  occupancies,
  occupancyLabels,
  propertyTypeLabels,
  propertyTypes,
  purposes,
  states,
} from './model.ts'

/**
 * Sections of the request form, in order; the last two hold lists, not fields.
 */
export const formSections = [
  { id: 'loan', label: 'Loan' },
  { id: 'requestor', label: 'Requestor' },
  { id: 'program', label: 'Program' },
  { id: 'property', label: 'Borrower and property' },
  { id: 'figures', label: 'Loan figures' },
  { id: 'income', label: 'Income and housing' },
  { id: 'reserves', label: 'Reserves' },
  { id: 'variances', label: 'Variance requests' },
  { id: 'documents', label: 'Documents' },
] as const
export type FormSection = (typeof formSections)[number]['id']

/** `kind` says how a field is typed and shown. */
const define = <K extends string, S extends ZodType>(
  label: string,
  section: FormSection,
  kind: K,
  schema: S,
) => ({
  label,
  section,
  kind,
  schema,
})

const day = (label: string, section: FormSection) => ({
  ...define(label, section, 'day', field.day),
  input: field.dayInput,
})

/** The fields of a request. */
export const formFields = {
  sellerLoan: define(
    'Seller Loan Number',
    'loan',
    'loanNumber',
    field.text(40).describe('The seller’s loan number'),
  ),
  isLoanClosed: define(
    'Is the loan closed?',
    'loan',
    'flag',
    field.flag.describe('Whether the loan is closed'),
  ),
  noteDate: day('Note Date', 'loan'),
  originalLockDate: day('Original Lock Date', 'loan'),
  lockExpirationDate: day('Lock Expiration Date', 'loan'),

  requestorName: define(
    'Requestor Name',
    'requestor',
    'text',
    field.name(100).describe('Whom the buyer can ask about the request'),
  ),
  email: define(
    'Email',
    'requestor',
    'email',
    field.email.describe('The requestor’s email address'),
  ),
  requestorPhoneNumber: define(
    'Phone Number',
    'requestor',
    'phone',
    field.phone.describe('A US phone number'),
  ),

  buyerNonAgencyProgram: define(
    '{buyer} Non-Agency Program',
    'program',
    'choice',
    field.name(60).describe('The name of a program'),
  ),
  buyerNonAgencyProductName: define(
    '{buyer} Non-Agency Product',
    'program',
    'choice',
    field.name(60).describe('The code of a product of the program'),
  ),

  borrowerLastName: define(
    'Borrower Last Name',
    'property',
    'text',
    field.name(80),
  ),
  subjectPropertyAddress: define(
    'Subject Property Address',
    'property',
    'text',
    field.text(160),
  ),
  city: define('City', 'property', 'text', field.text(80)),
  state: define('State', 'property', 'choice', field.choice(states)),
  zip: define('ZIP Code', 'property', 'zip', field.zip),
  propertyType: define(
    'Property Type',
    'property',
    'choice',
    field
      .choice(propertyTypes)
      .describe(
        'SF: single family; CC: cross-collateralized or several properties; CN: non-warrantable condo; CW: warrantable condo; U24: 2 to 4 units',
      ),
  ),
  purpose: define(
    'Purpose',
    'property',
    'choice',
    field
      .choice(purposes)
      .describe('R&T: rate and term; Delayed: delayed financing'),
  ),
  occupancy: define(
    'Occupancy',
    'property',
    'choice',
    field
      .choice(occupancies)
      .describe('P: primary; S: second home; I: investment; U: unknown'),
  ),
  isExperiencedInvestor: define(
    'Experienced investor?',
    'property',
    'flag',
    field.flag.describe('Whether the borrower is an experienced investor'),
  ),
  financedProperties: define(
    'Financed Properties',
    'property',
    'integer',
    field
      .decimal(0, 999, 0)
      .describe('How many properties of the borrower are financed'),
  ),
  seasoningMonths: define(
    'Seasoning (months)',
    'property',
    'integer',
    field.decimal(0, 999, 0).describe('Months of seasoning'),
  ),

  loanAmount: define(
    'Loan Amount',
    'figures',
    'money',
    field.money.describe('In dollars'),
  ),
  purchasePriceAmount: define(
    'Purchase Price',
    'figures',
    'money',
    field.money.describe('In dollars'),
  ),
  appraisedValueAmount: define(
    'Appraised Value',
    'figures',
    'money',
    field.money.describe('In dollars'),
  ),
  secondLienDrawnAmount: define(
    'Drawn Second Lien Balance',
    'figures',
    'money',
    field.money.describe('The drawn balance of the second lien, in dollars'),
  ),
  helocLimitAmount: define(
    'HELOC Credit Limit',
    'figures',
    'money',
    field.money.describe('The credit limit of the HELOC, in dollars'),
  ),
  ltv: define(
    'LTV',
    'figures',
    'percent',
    field.percent.describe('In percent: 75 is 75%'),
  ),
  ltvOverrideReason: define(
    'LTV Override Reason',
    'figures',
    'text',
    field.text(500).describe('Why the LTV isn’t the calculated one'),
  ),
  cltv: define(
    'CLTV',
    'figures',
    'percent',
    field.percent.describe('In percent'),
  ),
  cltvOverrideReason: define(
    'CLTV Override Reason',
    'figures',
    'text',
    field.text(500).describe('Why the CLTV isn’t the calculated one'),
  ),
  hcltv: define(
    'HCLTV',
    'figures',
    'percent',
    field.percent.describe('In percent'),
  ),
  hcltvOverrideReason: define(
    'HCLTV Override Reason',
    'figures',
    'text',
    field.text(500).describe('Why the HCLTV isn’t the calculated one'),
  ),
  creditScore: define(
    'FICO',
    'figures',
    'integer',
    field.fico.describe('The FICO score'),
  ),
  cashOutAmount: define(
    'Cash-Out Amount',
    'figures',
    'money',
    field.money.describe('In dollars'),
  ),
  appraisalDate: day('Appraisal Date', 'figures'),
  tradelines: define(
    'Tradelines',
    'figures',
    'integer',
    field.decimal(0, 99, 0).describe('How many tradelines the borrower has'),
  ),

  dti: define('DTI', 'income', 'percent', field.percent.describe('In percent')),
  dtiOverrideReason: define(
    'DTI Override Reason',
    'income',
    'text',
    field.text(500).describe('Why the DTI isn’t the calculated one'),
  ),
  dscr: define(
    'DSCR',
    'income',
    'coverage',
    field.coverage.describe('Rent over payment, as a ratio'),
  ),
  incomeUsedAmount: define(
    'Monthly Income Used',
    'income',
    'money',
    field.money.describe('The monthly income that is used, in dollars'),
  ),
  residualMoIncomeAmount: define(
    'Residual Monthly Income',
    'income',
    'money',
    field.money.describe('The residual monthly income, in dollars'),
  ),
  currentHousingPaymentAmount: define(
    'Current Housing Payment',
    'income',
    'money',
    field.money.describe('Dollars a month'),
  ),
  proposedHousingPaymentAmount: define(
    'Proposed Housing Payment (PITIA)',
    'income',
    'money',
    field.money.describe('PITIA, in dollars a month'),
  ),

  liquidReservesAmount: define(
    'Liquid Reserves',
    'reserves',
    'money',
    field.money.describe('In dollars'),
  ),
  retirementReservesAmount: define(
    'Retirement Reserves',
    'reserves',
    'money',
    field.money.describe('In dollars'),
  ),
  businessFundsForReservesAmount: define(
    'Business Funds for Reserves',
    'reserves',
    'money',
    field.money.describe('In dollars'),
  ),
  totalPostCloseReservesAmount: define(
    'Total Post-Close Reserves',
    'reserves',
    'money',
    field.money.describe('In dollars'),
  ),

  singleLoanVarianceRequest: define(
    'Summary of the request',
    'variances',
    'longText',
    field.text(4000).describe('The request in the seller’s words'),
  ),
}
export type FormFieldName = keyof typeof formFields
export const formFieldNames = getKeys(formFields)

/** The labels of choices that are stored as codes, by field. */
export const codeLabels: Partial<Record<string, Record<string, string>>> = {
  propertyType: propertyTypeLabels,
  occupancy: occupancyLabels,
}

export const SlvForm = z.object(nullableShape(formFields))
export type SlvForm = z.infer<typeof SlvForm>

/** Changed fields of the form. Empty text is an unanswered field. */
export const SlvFormPatch = z.object(patchShape(formFields))
export type SlvFormPatch = z.infer<typeof SlvFormPatch>

const alwaysRequired = [
  'requestorName',
  'email',
  'requestorPhoneNumber',
  'buyerNonAgencyProgram',
  'buyerNonAgencyProductName',
  'borrowerLastName',
  'subjectPropertyAddress',
  'city',
  'state',
  'zip',
  'propertyType',
  'purpose',
  'occupancy',
  'loanAmount',
  'appraisedValueAmount',
  'ltv',
  'creditScore',
  'totalPostCloseReservesAmount',
] as const satisfies readonly FormFieldName[]

/** A partial form; the loan number is set when the draft is opened. */
export type PartialForm = Partial<SlvForm> & { buyerLoan?: string | null }

/** The programs that a request may choose, each while it is active. */
export type Programs = readonly (Pick<
  Program,
  'name' | 'qualifiesBy' | 'products'
> &
  Partial<Pick<Program, 'activeFrom' | 'activeTo'>>)[]

/** Whether requests may choose a program on a civil day. */
export const isActiveOn = (
  { activeFrom = '', activeTo = null }: Programs[number],
  day: string,
): boolean => activeFrom <= day && (activeTo === null || day <= activeTo)

/**
 * The fields that are required before sending, given the others (product.md
 * §2).
 */
export const requiredFields = (
  form: PartialForm,
  programs: Programs,
): FormFieldName[] => {
  const fields: FormFieldName[] = [...alwaysRequired]
  if (form.purpose === 'Purchase') fields.push('purchasePriceAmount')
  fields.push(qualifiesBy(form, programs) === 'DSCR' ? 'dscr' : 'dti')
  if (form.isLoanClosed) fields.push('noteDate')
  if (!form.buyerLoan) fields.push('sellerLoan')
  return fields
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === ''

/**
 * Why a request can't have its program: the lock date, or today, decides which
 * are active.
 */
function programProblem(
  form: PartialForm,
  programs: Programs,
  today: string | undefined,
): string | undefined {
  const lockDate = form.originalLockDate
  const day = lockDate ?? today
  const active = day
    ? programs.filter((program) => isActiveOn(program, day))
    : programs
  const when = lockDate
    ? `on ${formatTypedDay(lockDate)}, the lock date`
    : 'today'
  if (active.length === 0)
    return `No program is active ${when}. Ask the buyer’s administrator to add one, or to start one earlier.`
  const chosen = form.buyerNonAgencyProgram
  if (isBlank(chosen)) return field.required
  if (active.some(({ name }) => name === chosen)) return undefined
  return lockDate
    ? `${chosen} is not active ${when}. Choose an active program.`
    : 'Choose an active program'
}

/**
 * The problems that prevent sending, in the order of the form. Without `today`,
 * all programs are those of the day.
 */
export const formProblems = (
  form: PartialForm,
  programs: Programs,
  today?: string,
): { field: FormFieldName; error: string }[] => {
  const required = new Set(requiredFields(form, programs))
  const findProblem = (name: FormFieldName): string | undefined => {
    if (name === 'buyerNonAgencyProgram')
      return programProblem(form, programs, today)
    if (required.has(name) && isBlank(form[name])) return field.required
    return ownProblem(name, form) ?? crossProblem(name, form, programs)
  }
  return formFieldNames.flatMap((name) => {
    const error = findProblem(name)
    return error ? [{ field: name, error }] : []
  })
}

/** A problem of a field by itself. */
const ownProblem = (
  name: FormFieldName,
  form: PartialForm,
): string | undefined => {
  if (isBlank(form[name])) return undefined
  const result = formFields[name].schema.safeParse(form[name])
  return result.error && (result.error.issues[0]?.message ?? 'Invalid')
}

/** A problem of a field that depends on another. */
const crossProblem = (
  name: FormFieldName,
  form: PartialForm,
  programs: Programs,
): string | undefined => {
  const ratioName = calculatedRatios.find((ratio) => ratio === name)
  const outOfRange = ratioName && rangeProblem(effectiveRatios(form)[ratioName])
  if (outOfRange) return outOfRange
  if (name === 'cltv' && isLess(form.cltv, effectiveRatios(form).ltv))
    return 'CLTV cannot be less than LTV'
  if (name === 'hcltv' && isLess(form.hcltv, effectiveRatios(form).cltv))
    return 'HCLTV cannot be less than CLTV'
  if (
    name === 'buyerNonAgencyProductName' &&
    !getProducts(form.buyerNonAgencyProgram, programs).includes(
      form[name] ?? '',
    )
  )
    return 'This program does not have this product'
  return undefined
}

/**
 * The effective ratio is stored. The amounts can put it out of range even if
 * the typed ratio is in range.
 */
const rangeProblem = (ratio: number | null): string | undefined => {
  const result = field.percent.nullable().safeParse(ratio)
  if (result.success) return undefined
  const percent = `${ratio?.toLocaleString('en-US')}%`
  return `The amounts result in ${percent}. ${result.error.issues[0]?.message}`
}

type MaybeNumber = number | null | undefined

const isLess = (first: MaybeNumber, second: MaybeNumber): boolean =>
  typeof first === 'number' && typeof second === 'number' && first < second

const findProgram = (name: string | null | undefined, programs: Programs) =>
  programs.find((program) => program.name === name)

/** The product codes of a program; none while no program is chosen. */
export const getProducts = (
  program: string | null | undefined,
  programs: Programs,
): readonly string[] =>
  findProgram(program, programs)?.products.map(({ code }) => code) ?? []

/** DSCR or DTI; DTI while no program is chosen. */
export const qualifiesBy = (
  { buyerNonAgencyProgram }: PartialForm,
  programs: Programs,
) => findProgram(buyerNonAgencyProgram, programs)?.qualifiesBy ?? 'DTI'
