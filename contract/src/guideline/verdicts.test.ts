import { describe, expect, test } from 'vitest'
import { checkVerdicts } from '../../test/check-verdicts.ts'

describe('a verdict', () => {
  test('is the one of exact fractions for 100,000 random loans, and so are distances and nearest fits', () => {
    const { problems, verdicts, fits } = checkVerdicts(100_000)
    expect(problems).toEqual([])
    expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(500)
    expect(Object.keys(verdicts)).toHaveLength(4)
    expect(fits).toBeGreaterThan(500)
  }, 60_000)
})
