import { expect, test } from 'vitest'
import { failureTexts } from './failure-texts.ts'

const [first, second] = [{ problem: 'First broke' }, { problem: 'Second broke' }]

test('if every file fails, one message covers them all; otherwise each file shows its own reason', () => {
  expect(failureTexts(0, [first, second])).toEqual(['Failed to upload the documents'])
  expect(failureTexts(1, [first, second])).toEqual(['First broke', 'Second broke'])
  expect(failureTexts(0, [first, { problem: null }])).toEqual(['First broke'])
  expect(failureTexts(0, [])).toEqual([])
})
