import { expect, test } from 'vitest'
import { presenceText, warningText } from './presence-note.tsx'

const person = (name: string, isEditing = false) => ({
  id: name,
  name,
  isEditing,
})
const [anna, ben, cleo] = [
  person('Anna Maria Lee'),
  person('Ben Kim', true),
  person('Cleo Diaz', true),
]

test.each([
  [[anna], 'Anna L. is here'],
  [[anna, person('Ben Kim')], 'Anna L. and Ben K. are here'],
  [[anna, person('Ben Kim'), person('Cleo')], 'Anna L. and 2 others are here'],
  [[anna, ben], 'Ben K. is editing'],
  [[ben, cleo], 'Ben K. and Cleo D. are editing'],
])('%j is “%s”', (people, text) => {
  expect(presenceText(people)).toBe(text)
})

test('two people who edit an SLV are warned of each other', () => {
  expect(warningText([])).toBeNull()
  expect(warningText([ben])).toBe(
    'Ben K. is also editing this SLV. Agree on who decides it.',
  )
  expect(warningText([ben, cleo])).toMatch(
    /^Ben K. and Cleo D. are also editing/,
  )
})
