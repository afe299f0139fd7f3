/**
 * The form in which texts are searched: the same letters and digits have the
 * same form however they are typed. The SQL function `search_form` computes the
 * same (server/migrations/1024_search_form.sql); change both together.
 */

/**
 * Accents and vowel points: 'munoz' finds 'Muñoz'. Marks that make a different
 * letter, as in Japanese, stay.
 */
const accents = new RegExp(
  [
    '[\\u0300-\\u036f\\u0483-\\u0487', // Latin, Greek, Cyrillic
    '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7', // Hebrew
    '\\u0610-\\u061a\\u064b-\\u065f\\u0670', // Arabic
    '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]',
  ].join(''),
  'g',
)

/**
 * What people leave out: spaces, apostrophes, hyphens, '#', '.', ',' and
 * invisible characters. Line breaks stay.
 */
const separators = new RegExp(
  [
    '[\\u0001-\\u0009\\u000b-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000', // spaces
    "#.,`'\\u00b4\\u02b9-\\u02bf\\u2018-\\u201b\\u2032\\ua78c", // apostrophes
    '\\u002d\\u058a\\u05be\\u1806\\u2010-\\u2015\\u2043\\u2212', // hyphens
    '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f', // invisible
    '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]',
  ].join(''),
  'gu',
)

/** Letters that Unicode doesn't decompose, as people type them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  ı: 'i',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ð: 'd',
  ħ: 'h',
}
const lettersToReplace = new RegExp(
  `[${Object.keys(plainLetters).join('')}]`,
  'g',
)

/**
 * The normal form of a text: "O’Brien-Muñoz" and 'obrien munoz' have the same.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(accents, '')
    .replace(separators, '')
    .replace(lettersToReplace, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKC')
}

/**
 * Whether a text contains the words, compared in their normal form. Every text
 * contains empty words.
 */
export const isFoundBy = (text: string, words: string): boolean =>
  normalizeForSearch(text).includes(normalizeForSearch(words))

/**
 * Whether one of a text's words and what follows it start with words that are
 * in their normal form already.
 */
export function hasWordStart(text: string, form: string): boolean {
  const starts = [...text.matchAll(/^|(?<!\S)(?=\S)/g)]
  return starts.some(({ index }) =>
    normalizeForSearch(text.slice(index)).startsWith(form),
  )
}
