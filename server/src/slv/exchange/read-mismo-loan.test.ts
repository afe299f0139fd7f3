import { describe, expect } from 'vitest'
import { test } from '../../../test/loan-import.ts'
import { findRow, setRows } from '../../../test/rows.ts'
import { noValue } from './read-value.ts'

/** A MISMO file of loan 7001234 with this content in its parts. */
const drawMismo = ({
  property = '',
  loan = '',
  parties = '',
}) => `<?xml version="1.0" encoding="UTF-8"?>
  <MESSAGE xmlns="http://www.mismo.org/residential/2009/schemas" MISMOReferenceModelIdentifier="3.4.032420160128">
    <DEAL_SETS><DEAL_SET><DEALS><DEAL>
      <COLLATERALS><COLLATERAL><SUBJECT_PROPERTY>${property}</SUBJECT_PROPERTY></COLLATERAL></COLLATERALS>
      <LOANS><LOAN LoanRoleType="SubjectLoan">${loan}<LOAN_IDENTIFIERS><LOAN_IDENTIFIER>
        <LoanIdentifier>7001234</LoanIdentifier></LOAN_IDENTIFIER></LOAN_IDENTIFIERS></LOAN></LOANS>
      <PARTIES>${parties}</PARTIES>
    </DEAL></DEALS></DEAL_SET></DEAL_SETS></MESSAGE>`

const drawBorrower = (
  lastName: string,
  classification: string,
  attributes = '',
) => `<PARTY ${attributes}>
  <INDIVIDUAL><NAME><LastName>${lastName}</LastName></NAME></INDIVIDUAL>
  <ROLES><ROLE><BORROWER><BORROWER_DETAIL>${classification}</BORROWER_DETAIL></BORROWER>
  <ROLE_DETAIL><PartyRoleType>Borrower</PartyRoleType></ROLE_DETAIL></ROLE></ROLES></PARTY>`

const classified = (type: string) =>
  `<BorrowerClassificationType>${type}</BorrowerClassificationType>`

const drawValuation = (
  amount: string,
  day: string,
) => `<PROPERTY_VALUATION><PROPERTY_VALUATION_DETAIL>
  <PropertyValuationAmount>${amount}</PropertyValuationAmount>
  ${day && `<PropertyValuationEffectiveDate>${day}</PropertyValuationEffectiveDate>`}
  </PROPERTY_VALUATION_DETAIL></PROPERTY_VALUATION>`

const drawValuations = (...all: string[]) =>
  `<PROPERTY_VALUATIONS>${all.join('')}</PROPERTY_VALUATIONS>`

describe('a MISMO file is read by role and date', () => {
  test.for<[string, string[], string]>([
    [
      'the primary borrower after a secondary one',
      [
        drawBorrower('Second', classified('Secondary')),
        drawBorrower('Prime', classified('Primary')),
      ],
      'Prime',
    ],
    [
      'the lowest sequence number without a classification',
      [
        drawBorrower('Later', '', 'SequenceNumber="2"'),
        drawBorrower('First', '', 'SequenceNumber="1"'),
      ],
      'First',
    ],
    [
      'one without a classification before a secondary one',
      [
        drawBorrower('Second', classified('Secondary'), 'SequenceNumber="1"'),
        drawBorrower('Other', ''),
      ],
      'Other',
    ],
  ])(
    '%s is the borrower',
    async ([, parties, borrowerLastName], { importXml, db }) => {
      const { slvId } = await importXml(
        drawMismo({ parties: parties.join('') }),
      )
      expect(await findRow(db, 'slv', { id: slvId ?? '' })).toMatchObject({
        borrowerLastName,
      })
    },
  )

  test('the newest valuation with an amount gives both value and date', async ({
    importXml,
    db,
  }) => {
    const property = drawValuations(
      drawValuation('400000', '2024-01-02'),
      drawValuation('555000', '2026-02-02'),
      drawValuation('0.00', '2026-03-01'),
      drawValuation('600000', ''),
    )
    const { slvId } = await importXml(drawMismo({ property }))
    expect(await findRow(db, 'slv', { id: slvId ?? '' })).toMatchObject({
      appraisedValueAmount: 555_000,
      appraisalDate: '2026-02-02',
    })
  })

  test.for<[string, string]>([
    ['<AddressUnitIdentifier>4B</AddressUnitIdentifier>', '120 Larch Ct #4B'],
    [
      '<AddressUnitDesignatorType>Apartment</AddressUnitDesignatorType><AddressUnitIdentifier>4B</AddressUnitIdentifier>',
      '120 Larch Ct Apt 4B',
    ],
    [
      '<AddressAdditionalLineText>Unit 7</AddressAdditionalLineText>',
      '120 Larch Ct, Unit 7',
    ],
    ['', '120 Larch Ct'],
  ])(
    'the address has its unit: %s',
    async ([unit, subjectPropertyAddress], { importXml, db }) => {
      const property = `<ADDRESS><AddressLineText>120 Larch Ct</AddressLineText>${unit}</ADDRESS>`
      const { slvId } = await importXml(drawMismo({ property }))
      expect(await findRow(db, 'slv', { id: slvId ?? '' })).toMatchObject({
        subjectPropertyAddress,
      })
    },
  )
})

describe('a zero in a file', () => {
  const placeholders = drawMismo({
    property: `<PROPERTY_DETAIL><PropertyEstimatedValueAmount>655000</PropertyEstimatedValueAmount></PROPERTY_DETAIL>
      ${drawValuations(drawValuation('0.00', ''))}`,
    loan: `<LTV><LTVRatioPercent>0.0000</LTVRatioPercent></LTV>
      <REFINANCE><RefinanceCashOutAmount>0.00</RefinanceCashOutAmount></REFINANCE>
      <TERMS_OF_LOAN><BaseLoanAmount>410000</BaseLoanAmount><NoteAmount>0.00</NoteAmount></TERMS_OF_LOAN>`,
  })

  test('is a missing value where zero can’t be, and the next element is used', async ({
    importXml,
    db,
  }) => {
    const report = await importXml(placeholders)
    expect(await findRow(db, 'slv', { id: report.slvId ?? '' })).toMatchObject({
      loanAmount: 410_000,
      appraisedValueAmount: 655_000,
      // Calculated from both amounts.
      ltv: 62.6,
    })
    expect(
      report.fields
        .filter(({ reason }) => reason === noValue)
        .map(({ source }) => source),
    ).toEqual([
      'PROPERTY_VALUATION/PROPERTY_VALUATION_DETAIL/PropertyValuationAmount',
      'LOAN/LTV/LTVRatioPercent',
      'LOAN/TERMS_OF_LOAN/NoteAmount',
    ])
  })

  test('and a shorter text never overwrite what the draft has', async ({
    importXml,
    db,
  }) => {
    const { slvId } = await importXml(placeholders)
    const filled = {
      cashOutAmount: 96_000,
      zip: '95404-1234',
      subjectPropertyAddress: '120 Larch Ct #4B',
    }
    await setRows(db, 'slv', { id: slvId ?? '' }, filled)
    const address =
      '<ADDRESS><AddressLineText>120 Larch Ct</AddressLineText><PostalCode>95404</PostalCode></ADDRESS>'
    const again = await importXml(
      placeholders.replace(
        '<SUBJECT_PROPERTY>',
        `<SUBJECT_PROPERTY>${address}`,
      ),
    )
    expect(await findRow(db, 'slv', { id: slvId ?? '' })).toMatchObject(filled)
    expect(
      again.fields
        .filter(({ reason }) => reason?.includes('says more'))
        .map(({ field }) => field),
    ).toEqual(['subjectPropertyAddress', 'zip', 'cashOutAmount'])
  })

  test('in a CSV is reported and changes nothing', async ({
    importCsv,
    db,
    loan,
  }) => {
    const [report] = await importCsv(
      'Loan Number,Loan Amount,LTV,FICO\n7001234,0.00,0%,700',
    )
    expect(report).toMatchObject({ outcome: 'CREATED' })
    expect(await findRow(db, 'slv', { id: report?.slvId ?? '' })).toMatchObject(
      {
        loanAmount: loan.loanAmount,
        creditScore: 700,
      },
    )
    expect(
      report?.fields.filter(({ reason }) => reason === noValue),
    ).toHaveLength(2)
  })
})
