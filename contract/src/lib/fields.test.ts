import { expect, test } from 'vitest'
import { name } from './fields.ts'

const invisibleCharacters = [
  '\u0007',
  '\n',
  '\u007f',
  '\u00ad',
  '\u034f',
  '\u17b4',
  '\u180b',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u202e',
  '\u2066',
  '\u2028',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\ufff0',
  '\u{1d173}',
  '\u{e0041}',
  '\u{e0100}',
]
const cases = invisibleCharacters.map((character) => ({
  character,
  code: character.codePointAt(0)?.toString(16),
}))

test.for(cases)(
  'a name with the invisible character U+$code is refused',
  ({ character }) => {
    const result = name(100).safeParse(`Ann${character}Lee`)
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      'Contains control or invisible characters',
    ])
  },
)

test.for([
  'Ann Lee',
  'Zoë O’Connor-Núñez, Jr.',
  '李小龍',
  'אברהם',
  'J\u0301ohn',
  'علی\u200cرضا',
  'क्\u200dष',
  'Sam 🌟',
  'Kim 👩\u200d💻',
  'Lee ❤\ufe0f',
])('%s is a name', (text) => {
  expect(name(100).parse(` ${text} `)).toBe(text)
})
