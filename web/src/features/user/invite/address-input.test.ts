import { expect, test } from 'vitest'
import { addressesIn, checkAddresses, hasSeparator } from './address-input.tsx'

test('pasted text is split at commas, semicolons, spaces and new lines', () => {
  expect(addressesIn('a@x.example, b@x.example;c@x.example\n  <d@x.example>\r\n')).toEqual([
    'a@x.example',
    'b@x.example',
    'c@x.example',
    'd@x.example',
  ])
  expect(addressesIn(' , ')).toEqual([])
  expect(hasSeparator('a@x.example')).toBe(false)
  expect(hasSeparator('a@x.example,')).toBe(true)
})

test('invalid and repeated addresses are marked', () => {
  expect(checkAddresses(['a@x.example', 'nobody', 'A@X.example', 'nobody'])).toEqual([
    { text: 'a@x.example', problem: null },
    { text: 'nobody', problem: 'INVALID' },
    { text: 'A@X.example', problem: 'TWICE' },
    { text: 'nobody', problem: 'INVALID' },
  ])
})
