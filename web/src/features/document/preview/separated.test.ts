import { expect, test } from 'vitest'
import { separated } from './separated.ts'

test.each([
  [
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\r\n1,5;2\r\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'a\tb\n\t',
    [
      ['a', 'b'],
      ['', ''],
    ],
  ],
  [
    '"a, ""x""",b\n"two\nlines",2',
    [
      ['a, "x"', 'b'],
      ['two\nlines', '2'],
    ],
  ],
  ['one', [['one']]],
  ['', []],
])('%j', (text, rows) => expect(separated(text, 10)).toEqual(rows))

test('no more rows than asked for', () => expect(separated('1\n2\n3\n4', 2)).toEqual([['1'], ['2']]))
