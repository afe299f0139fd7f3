import { expect, test } from 'vitest'
import { isEasyToGuess, passwordWords } from './model.ts'

const words = passwordWords({
  email: 'ana.ortiz@orchid.example',
  name: 'Ana Ortiz',
  companyName: 'Orchid Review',
  brandName: 'Buyer',
})

test.for([
  'Orchid2026!!Orchid',
  'Ana-Orchid-2026!!',
  'ORTIZ_MORTGAGE_1985',
  'P@ssw0rd.Summer.2026',
  '0rch1d!tiger77',
  'Ｏｒｃｈｉｄ.Review.2026!',
])('%s is easy to guess whatever its score', (password) => {
  expect(isEasyToGuess(password, words, 4)).toBe(true)
})

test.for([
  'my next good password',
  'correct horse battery staple',
  'orchid zebra copper violin',
  'banana lamps!',
  '#x!9$Q&2*k@L',
  '雪 月 花 風 鳥 空 海 山 川 森 林 火',
])('%s is easy to guess only below a score of 4', (password) => {
  expect(isEasyToGuess(password, words, 3)).toBe(true)
  expect(isEasyToGuess(password, words, 4)).toBe(false)
})
