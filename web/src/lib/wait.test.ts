import { expect, test } from 'vitest'
import { waitText } from './wait.ts'

test.each([
  [1, '1 second'],
  [30, '30 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [3600, '60 minutes'],
  [5401, '2 hours'],
])('%i s reads %s', (seconds, text) => expect(waitText(seconds)).toBe(text))
