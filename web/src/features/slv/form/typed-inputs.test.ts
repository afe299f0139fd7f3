import { expect, test } from 'vitest'
import { groupThousands } from './typed-inputs.tsx'

/** '|' is the caret. */
const typing = (text: string) => {
  const { text: set, caret } = groupThousands(
    text.replace('|', ''),
    text.indexOf('|'),
  )
  return `${set.slice(0, caret)}|${set.slice(caret)}`
}

test.for([
  ['1234|', '1,234|'],
  ['1,2345|', '12,345|'],
  ['12|,345', '12|,345'],
  ['9|12,345', '9|12,345'],
  ['1,9|234', '19|,234'],
  ['1|234', '1|,234'],
  ['1234567.5|', '1,234,567.5|'],
  ['1234567.|', '1,234,567.|'],
  ['|1234', '|1,234'],
  ['12a|', '12a|'],
  ['-1234|', '-1234|'],
  ['$1234|', '$1234|'],
  ['|', '|'],
])('%s becomes %s', ([before, after]) => {
  expect(typing(before ?? '')).toBe(after)
})
