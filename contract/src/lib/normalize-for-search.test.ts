import { expect, test } from 'vitest'
import {
  hasWordStart,
  isFoundBy,
  normalizeForSearch,
} from './normalize-for-search.ts'

test.for<[string, string]>([
  ['Muñoz', 'munoz'],
  ['O’Brien', 'obrien'],
  ['Smith-Jones', 'smithjones'],
  ['#ACM 148818', 'acm148818'],
  ['İSTANBUL', 'istanbul'],
  ['ISPARTALI ısparta', 'ispartaliisparta'],
  ['STRAẞE', 'strasse'],
  ['Ｆｕｌｌ ｗｉｄｔｈ', 'fullwidth'],
  ['ﬁle', 'file'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
  ['\u202aIto\u202c\u200b', 'ito'],
  ['が', 'が'],
  ['한글', '한글'],
  ['100%_\\', '100%_\\'],
])('%j has the form %j', ([text, form]) => {
  expect(normalizeForSearch(text)).toBe(form)
  expect(normalizeForSearch(form)).toBe(form)
})

test('words are found anywhere, or at the start of a word', () => {
  expect(isFoundBy('María-José O’Neil', 'jose oneil')).toBe(true)
  expect(isFoundBy('anything', ' ')).toBe(true)
  expect(hasWordStart('María José O’Neil', normalizeForSearch("o'n"))).toBe(
    true,
  )
  expect(hasWordStart('María José O’Neil', 'neil')).toBe(false)
})
