import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as fields from './fields.ts'
import {
  formatTypedDay,
  formatTypedNumber,
  type NumberKind,
  notANumber,
  parseTyped,
  shortenedNumber,
  type TypedKind,
  wrongDay,
  wrongSeparators,
} from './typed-values.ts'

describe('a value', () => {
  test.for<[TypedKind, string, string | number]>([
    ['money', '$ 480,000', 480_000],
    ['money', '480000', 480_000],
    ['money', '$480,000.50', 480_000.5],
    ['money', '480 000', 480_000],
    ['money', '480\u202f000', 480_000],
    ['money', 'USD 480,000', 480_000],
    ['money', '480,000 USD', 480_000],
    ['money', 'US$480,000', 480_000],
    ['money', '４８０，０００', 480_000],
    ['money', '\u202a480,000\u202c', 480_000],
    ['money', '.5', 0.5],
    ['money', '5.', 5],
    ['money', '450k', 450_000],
    ['money', '$450K', 450_000],
    ['money', '1.2m', 1_200_000],
    ['money', '1.2MM', 1_200_000],
    ['money', '1.005 million', 1_005_000],
    ['money', '(1,000)', -1_000],
    ['money', '$(1,000)', -1_000],
    ['money', '-$1,000', -1_000],
    ['money', '$−1,000', -1_000],
    ['percent', '80', 80],
    ['percent', '80%', 80],
    ['percent', ' 72.5 % ', 72.5],
    ['percent', '72.5 percent', 72.5],
    ['percent', '0', 0],
    ['percent', '0.8%', 0.8],
    ['coverage', '1.25', 1.25],
    ['coverage', '1.25x', 1.25],
    ['coverage', '1.25 X', 1.25],
    ['coverage', '125%', 1.25],
    ['coverage', '120.5x', 120.5],
    ['integer', '720', 720],
    ['integer', '720.0', 720],
    ['months', '6 months', 6],
    ['months', '6.5 mo', 6.5],
    ['bps', '−25', -25],
    ['bps', '+12.5 bps', 12.5],
    ['number', '80%', 80],
    ['number', '$1,000,000', 1_000_000],
    ['day', '11/5/26', '2026-11-05'],
    ['day', '11/05/2026', '2026-11-05'],
    ['day', '11-5-2026', '2026-11-05'],
    ['day', '11052026', '2026-11-05'],
    ['day', '20261105', '2026-11-05'],
    ['day', '1/2/99', '1999-01-02'],
    ['day', '2026-3-4', '2026-03-04'],
    ['day', '2026-03-04T00:00', '2026-03-04'],
    ['day', '2026-03-04T23:59:59.999', '2026-03-04'],
    ['day', '2026-03-04 00:00:00', '2026-03-04'],
    ['day', '2026-03-04T00:00:00Z', '2026-03-04'],
    ['day', '2026-03-04T04:59:00Z', '2026-03-03'],
    ['day', '2026-03-04 05:00:00 UTC', '2026-03-04'],
    ['day', '2026-03-04T00:00:00-0500', '2026-03-04'],
    ['day', '3/4/2026 12:00:00 AM', '2026-03-04'],
    ['day', 'Mar 4, 2026', '2026-03-04'],
    ['day', 'March 4 2026', '2026-03-04'],
    ['day', 'Sept. 4th, 2026', '2026-09-04'],
    ['day', '4-Mar-26', '2026-03-04'],
    ['day', '4 March 2026', '2026-03-04'],
    ['day', 'Wednesday, March 4, 2026', '2026-03-04'],
    ['day', '\u200e3/4/2026\u200f', '2026-03-04'],
    ['day', '="3/4/2026"', '2026-03-04'],
    ['phone', '\u202a(213) 555-0142\u202c', '(213) 555-0142'],
    ['phone', '213\u2011555\u20110142', '213-555-0142'],
    ['phone', '213-555-0142 ext. 12', '213-555-0142 x12'],
    ['phone', '213.555.0142x12', '213.555.0142 x12'],
    ['phone', '(213) 555-0142, extension 123456', '(213) 555-0142 x123456'],
    ['phone', '+1 213 555 0142 #7', '+1 213 555 0142 x7'],
    ['loanNumber', '="7007125"', '7007125'],
    ['loanNumber', '7007112.0', '7007112'],
    ['loanNumber', "'0071125", '0071125'],
    ['loanNumber', '#7007125', '7007125'],
    ['loanNumber', '\u200b7007125\ufeff', '7007125'],
    ['loanNumber', 'ACM\u2013148818', 'ACM-148818'],
    ['loanNumber', 'S-1234.05', 'S-1234.05'],
    ['zip', '="01234"', '01234'],
    ['zip', '94103.0', '94103'],
    ['text', '\u202aMuñoz\u202c ', 'Muñoz'],
  ])('of kind %s: %j is %j', ([kind, text, value]) => {
    expect(parseTyped(kind, text)).toEqual({ value })
  })

  test('that has more decimals than a ratio is rounded, and the note says so', () => {
    expect(parseTyped('coverage', '120.188%')).toEqual({
      value: 1.202,
      note: 'Rounded from 120.188%',
    })
  })
})

describe('text that can’t be read', () => {
  test.for<[TypedKind, string, string]>([
    ['money', '480.000,00', wrongSeparators],
    ['money', '480.000', wrongSeparators],
    ['money', '1,2,3', wrongSeparators],
    ['money', '480,00', wrongSeparators],
    ['money', '4,80,000', wrongSeparators],
    ['money', '1,234 567', wrongSeparators],
    ['money', '1.2.3', wrongSeparators],
    ['percent', '75,5', wrongSeparators],
    ['money', '€480,000', notANumber],
    ['money', '80%', notANumber],
    ['money', '$', notANumber],
    ['money', '1e5', notANumber],
    ['money', '--1', notANumber],
    ['money', 'a lot', notANumber],
    ['percent', '$80', notANumber],
    ['percent', '80k', notANumber],
    ['bps', '0.25%', notANumber],
    ['integer', '720x', notANumber],
    ['day', '2026-02-30', wrongDay],
    ['day', '13/4/2026', wrongDay],
    ['day', '3/4', wrongDay],
    ['day', 'Smarch 4, 2026', wrongDay],
    ['day', '2026-02-30T00:00:00Z', wrongDay],
    ['day', 'soon', wrongDay],
    ['loanNumber', '7.00713E+06', shortenedNumber],
  ])('as %s, %j: %j', ([kind, text, error]) => {
    expect(parseTyped(kind, text)).toEqual({ error })
  })

  test.for<[TypedKind, string, string, string[]]>([
    ['percent', '0.8', 'Did you mean 80%?', ['80%', '0.8%']],
    ['percent', '.7191', 'Did you mean 71.91%?', ['71.91%', '0.7191%']],
    ['percent', '1.05', 'Did you mean 105%?', ['105%', '1.05%']],
    ['coverage', '120.188', 'Did you mean 1.202?', ['1.202', '120.188x']],
  ])('as %s, %j asks: %j', ([kind, text, error, suggestions]) => {
    expect(parseTyped(kind, text)).toEqual({ error, suggestions })
    for (const suggestion of suggestions)
      expect(parseTyped(kind, suggestion)).toHaveProperty('value')
  })
})

test.for<[string, boolean]>([
  ['(213) 555-0142 x12', true],
  ['213-555-0142 ext 12', true],
  ['2135550142', true],
  ['555-0142 x12', false],
])('%j is a phone number: %j', ([text, isPhone]) => {
  expect(fields.phone.safeParse(text).success).toBe(isPhone)
})

describe('what an input shows is read back as the same value', () => {
  const decimals = (places: number, min: number, max: number) =>
    fc
      .integer({ min: min * 10 ** places, max: max * 10 ** places })
      .map((digits) => Number(`${digits}e-${places}`))
  const values: [NumberKind, fc.Arbitrary<number>][] = [
    ['money', decimals(2, 0, 999_999_999)],
    ['percent', decimals(2, 0, 200)],
    ['coverage', decimals(3, 0, 200)],
    ['integer', decimals(0, 0, 999)],
    ['months', decimals(1, 0, 999)],
    ['bps', decimals(1, -1_000, 1_000)],
    ['number', decimals(3, -99_999, 999_999)],
  ]
  test.for(values)('for numbers of kind %s', ([kind, value]) => {
    fc.assert(
      fc.property(value, (number) => {
        expect(parseTyped(kind, formatTypedNumber(kind, number))).toEqual({
          value: number,
        })
      }),
    )
  })

  test('for days', () => {
    const anyDay = fc.date({
      min: new Date('1970-01-02'),
      max: new Date('2098-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(anyDay, (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(parseTyped('day', formatTypedDay(day))).toEqual({ value: day })
        expect(parseTyped('day', day)).toEqual({ value: day })
        expect(parseTyped('day', `${day}T00:00:00.000Z`)).toEqual({
          value: day,
        })
      }),
    )
  })

  test('no text makes the parser fail, and what it reads is a finite number or a day', () => {
    const kinds: TypedKind[] = [
      'money',
      'percent',
      'coverage',
      'number',
      'day',
      'phone',
      'loanNumber',
      'zip',
      'text',
    ]
    const texts = fc.oneof(
      fc
        .array(fc.integer({ min: 0, max: 0x10ffff }))
        .map((codes) => String.fromCodePoint(...codes)),
      fc.string({
        unit: fc.constantFrom(...'-+$%(). ,0123456789kmx/:tz'),
        maxLength: 20,
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...kinds), texts, (kind, text) => {
        const parsed = parseTyped(kind, text)
        if ('error' in parsed) return
        if (typeof parsed.value === 'number')
          expect(parsed.value).toSatisfy(Number.isFinite)
        if (kind === 'day') expect(parsed.value).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      }),
      { numRuns: 200 },
    )
  })
})
