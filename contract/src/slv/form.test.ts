import { describe, expect, test } from 'vitest'
import {
  formFields,
  formProblems,
  type PartialForm,
  type Programs,
  requiredFields,
  SlvFormPatch,
} from './form.ts'

const whole: PartialForm = {
  buyerLoan: '7001234',
  requestorName: 'Ana Ortiz',
  email: 'ana@seller.example',
  requestorPhoneNumber: '(212) 555-0142',
  buyerNonAgencyProgram: 'Bank Statement 12',
  buyerNonAgencyProductName: 'NQ-BS12-30F',
  borrowerLastName: 'Marlow',
  subjectPropertyAddress: '12 Elm Street',
  city: 'Fresno',
  state: 'CA',
  zip: '93701-1234',
  propertyType: 'SF',
  purpose: 'Purchase',
  occupancy: 'P',
  loanAmount: 480_000,
  purchasePriceAmount: 640_000,
  appraisedValueAmount: 650_000,
  ltv: 75,
  creditScore: 655,
  dti: 43.5,
  totalPostCloseReservesAmount: 60_000,
}

const programs: Programs = [
  {
    name: 'Bank Statement 12',
    qualifiesBy: 'DTI',
    products: [{ code: 'NQ-BS12-30F', name: '30-year fixed' }],
  },
  {
    name: 'DSCR Multi',
    qualifiesBy: 'DSCR',
    products: [{ code: 'DSCR-M-30F', name: '30-year fixed' }],
  },
]

describe('a complete form', () => {
  test('has no problems', () =>
    expect(formProblems(whole, programs)).toEqual([]))

  test.for(requiredFields(whole, programs).map((name) => [name]))(
    'has a problem without %s',
    ([name]) => {
      expect(
        formProblems({ ...whole, [name as string]: null }, programs),
      ).toContainEqual({
        field: name,
        error: 'Required',
      })
    },
  )

  test('needs fields that depend on other fields', () => {
    expect(
      requiredFields({ ...whole, purpose: 'R&T' }, programs),
    ).not.toContain('purchasePriceAmount')
    expect(
      requiredFields({ ...whole, isLoanClosed: true }, programs),
    ).toContain('noteDate')
    expect(requiredFields({ ...whole, buyerLoan: null }, programs)).toContain(
      'sellerLoan',
    )
    const dscr = requiredFields(
      { ...whole, buyerNonAgencyProgram: 'DSCR Multi' },
      programs,
    )
    expect(dscr).toContain('dscr')
    expect(dscr).not.toContain('dti')
  })

  test('has a problem with a ratio that the amounts take out of range', () => {
    const error = 'The amounts result in 240%. No more than 200'
    const lent = { ...whole, loanAmount: 1_536_000, ltv: 80 }
    expect(formProblems(lent, programs)).toEqual([
      { field: 'ltv', error },
      { field: 'cltv', error },
      { field: 'hcltv', error },
    ])
    expect(
      formProblems({ ...whole, secondLienDrawnAmount: 1_056_000 }, programs),
      'an empty ratio is calculated too',
    ).toEqual([
      { field: 'cltv', error },
      { field: 'hcltv', error },
    ])
  })

  test('checks fields against each other', () => {
    expect(formProblems({ ...whole, cltv: 74 }, programs)).toEqual([
      { field: 'cltv', error: 'CLTV cannot be less than LTV' },
    ])
    expect(
      formProblems({ ...whole, ltv: 80, cltv: 75 }, programs),
      'an LTV that is not evaluated',
    ).toEqual([])
    expect(
      formProblems(
        { ...whole, ltv: 80, ltvOverrideReason: 'New appraisal', cltv: 75 },
        programs,
      ),
    ).toEqual([{ field: 'cltv', error: 'CLTV cannot be less than LTV' }])
    expect(
      formProblems({ ...whole, buyerNonAgencyProductName: 'JP-30F' }, programs),
    ).toEqual([
      {
        field: 'buyerNonAgencyProductName',
        error: 'This program does not have this product',
      },
    ])
    expect(
      formProblems({ ...whole, buyerNonAgencyProgram: 'Retired 40' }, programs),
    ).toContainEqual({
      field: 'buyerNonAgencyProgram',
      error: 'Choose an active program',
    })
  })
})

describe('the program of a form', () => {
  const problem = (
    form: Partial<typeof whole> & { originalLockDate?: string | null },
    offered: Programs,
    today?: string,
  ) =>
    formProblems({ ...whole, ...form }, offered, today).find(
      ({ field }) => field === 'buyerNonAgencyProgram',
    )?.error
  const until = (activeTo: string): Programs =>
    programs.map((program) => ({
      ...program,
      activeFrom: '2026-01-01',
      activeTo,
    }))

  test('must be active on the lock date, or today without one', () => {
    const locked = { originalLockDate: '2026-12-01' }
    expect(problem(locked, until('2026-12-01'))).toBeUndefined()
    expect(problem({}, until('2026-11-30'), '2026-11-30')).toBeUndefined()
    expect(
      problem(locked, [...until('2026-11-30'), ...programs.slice(1)]),
    ).toBe(
      'Bank Statement 12 is not active on 12/01/2026, the lock date. Choose an active program.',
    )
  })

  test('says that there is none, also where nothing can be chosen', () => {
    const locked = { originalLockDate: '2026-12-01' }
    const none =
      'No program is active on 12/01/2026, the lock date. Ask the buyer’s administrator to add one, or to start one earlier.'
    expect(problem(locked, until('2026-11-30'))).toBe(none)
    expect(problem({ ...locked, buyerNonAgencyProgram: '' }, [])).toBe(none)
    expect(problem({ originalLockDate: null }, [])).toBe(
      'No program is active today. Ask the buyer’s administrator to add one, or to start one earlier.',
    )
  })
})

describe('a field', () => {
  test.for([
    ['creditScore', 299, false],
    ['creditScore', 300, true],
    ['creditScore', 850, true],
    ['creditScore', 851, false],
    ['creditScore', 700.5, false],
    ['loanAmount', 0, true],
    ['loanAmount', 999_999_999.99, true],
    ['loanAmount', 1_000_000_000, false],
    ['loanAmount', 100.005, false],
    ['ltv', 200, true],
    ['ltv', 200.01, false],
    ['ltv', 75.123, false],
    ['dscr', 1.115, true],
    ['dscr', 1.1155, false],
    ['zip', '93701', true],
    ['zip', '93701-12', false],
    ['requestorPhoneNumber', '+1 212 555 0142', true],
    ['requestorPhoneNumber', '2125550142', true],
    ['requestorPhoneNumber', '112 555 0142', false],
    ['requestorPhoneNumber', '555-0142', false],
    ['noteDate', '2026-02-28', true],
    ['noteDate', '2026-02-29', false],
    ['noteDate', '1970-01-01', false],
    ['noteDate', '2099-01-01', false],
    ['borrowerLastName', 'O’Neill-Łuczak', true],
    ['borrowerLastName', 'a\ud800b', false],
    ['email', 'no at', false],
  ] as const)('%s takes %s: %s', ([name, value, isGood]) => {
    expect(formFields[name].schema.safeParse(value).success).toBe(isGood)
  })

  test('that is empty is null', () => {
    expect(
      SlvFormPatch.parse({
        email: '',
        zip: '',
        state: '',
        noteDate: '',
        city: '',
      }),
    ).toEqual({
      email: null,
      zip: null,
      state: null,
      noteDate: null,
      city: null,
    })
  })

  test('that is unknown is dropped from a save', () => {
    expect(
      SlvFormPatch.parse({ city: 'Fresno', status: 'APPROVED', sellerId: 'x' }),
    ).toEqual({ city: 'Fresno' })
  })
})
