import { expect, test } from 'vitest'
import { addressesIn, isSeveral, judged } from './addresses.ts'

test('what is pasted falls apart at commas, semicolons, spaces and new lines', () => {
  expect(addressesIn('a@x.example, b@x.example;c@x.example\n  <d@x.example>\r\n')).toEqual([
    'a@x.example',
    'b@x.example',
    'c@x.example',
    'd@x.example',
  ])
  expect(addressesIn(' , ')).toEqual([])
  expect(isSeveral('a@x.example')).toBe(false)
  expect(isSeveral('a@x.example,')).toBe(true)
})

test('an address that is none says so, and the second of two that are the same', () => {
  expect(judged(['a@x.example', 'nobody', 'A@X.example', 'nobody'])).toEqual([
    { text: 'a@x.example', problem: null },
    { text: 'nobody', problem: 'INVALID' },
    { text: 'A@X.example', problem: 'TWICE' },
    { text: 'nobody', problem: 'INVALID' },
  ])
})
