import { expect, test } from 'vitest'
import {
  createDecoder,
  decodeForReading,
  decodeStart,
  decodeTable,
  findXmlEncoding,
} from './text-encoding.ts'

/** Bytes from text in which each character is a byte. */
const raw = (text: string) =>
  Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const utf16le = (ascii: string) => raw(ascii.replace(/./gs, '$&\0'))
const utf16be = (ascii: string) => raw(ascii.replace(/./gs, '\0$&'))
const marked = (mark: string, bytes: Uint8Array) =>
  Uint8Array.from([...raw(mark), ...bytes])

test.each([
  ['UTF-8', raw('a,b\nMu\xc3\xb1oz'), 'a,b\nMuñoz'],
  ['UTF-8 with a mark', raw('\xef\xbb\xbfMu\xc3\xb1oz'), 'Muñoz'],
  ['UTF-16 with a mark', marked('\xff\xfe', utf16le('a,b')), 'a,b'],
  ['UTF-16 of the other byte order', marked('\xfe\xff', utf16be('a,b')), 'a,b'],
  ['windows-1252', raw('Mu\xf1oz \x80 \x93x\x94'), 'Muñoz € “x”'],
  ['windows-1252 with one letter at the end', raw('Jos\xe9'), 'José'],
  ['nothing', raw(''), ''],
])('a table in %s is decoded', (_, bytes, text) =>
  expect(decodeTable(bytes)).toBe(text),
)

test.each([
  [
    'one broken byte among UTF-8',
    raw('a\r\nNguy\xe1\xbb\x85n,\xd1andu\r\n'),
    'line 2 has a character that is not valid in UTF-8',
  ],
  [
    'a broken byte before UTF-8',
    raw('\xd1\nb\nNguy\xe1\xbb\x85n'),
    'line 1 has a character that is not valid in UTF-8',
  ],
  [
    'a broken byte after a mark',
    raw('\xef\xbb\xbfa\rb\rMu\xf1oz'),
    'line 3 has a character that is not valid in UTF-8',
  ],
  [
    'a character cut off at the end',
    raw('Mu\xc3\xb1oz\nMu\xc3'),
    'line 2 has a character that is not valid in UTF-8',
  ],
  [
    'a character that was lost before',
    raw('a\nMu\xef\xbf\xbdoz'),
    'line 2 has a character that is not valid in UTF-8',
  ],
  [
    'half a UTF-16 character',
    marked('\xff\xfe', raw('a\0\n\0b')),
    'line 2 has a character that is not valid in UTF-16LE',
  ],
  [
    'a byte without a character',
    raw('a\nb\x81'),
    'line 2 has a character that is not valid in a known encoding',
  ],
])('a table with %s names the line', (_, bytes, message) =>
  expect(() => decodeTable(bytes)).toThrow(message),
)

test.each([
  ['no declaration', raw('<MESSAGE/>'), 'utf-8'],
  ['no encoding', raw('<?xml version="1.0"?><a/>'), 'utf-8'],
  [
    'its declaration',
    raw('<?xml version="1.0" encoding="ISO-8859-1"?><a/>'),
    'ISO-8859-1',
  ],
  [
    'single quotes and spaces',
    raw(
      "<?xml version='1.0'\n encoding = 'windows-1252' standalone='yes'?><a/>",
    ),
    'windows-1252',
  ],
  [
    'UTF-8 that declares UTF-16',
    raw('<?xml version="1.0" encoding="utf-16"?><a/>'),
    'utf-8',
  ],
  [
    'a UTF-8 mark against its declaration',
    raw('\xef\xbb\xbf<?xml version="1.0" encoding="ISO-8859-1"?>'),
    'utf-8',
  ],
  [
    'a UTF-16 mark against its declaration',
    marked('\xff\xfe', utf16le('<?xml version="1.0" encoding="utf-8"?>')),
    'utf-16le',
  ],
  [
    'UTF-16 without a mark',
    utf16le('<?xml version="1.0" encoding="utf-16"?>'),
    'utf-16le',
  ],
  [
    'UTF-16 of the other byte order without a mark',
    utf16be('<?xml version="1.0"?>'),
    'utf-16be',
  ],
  [
    'an encoding in an attribute of its root',
    raw('<?xml version="1.0"?><a encoding="koi8-r"/>'),
    'utf-8',
  ],
])('XML with %s has the right encoding', (_, bytes, encoding) =>
  expect(findXmlEncoding(bytes)).toBe(encoding),
)

test.each([
  ['ISO-8859-1', 'Mu\xf1oz', 'Muñoz'],
  ['latin1', '\x80', '€'],
  ['US-ASCII', 'Munoz', 'Munoz'],
  ['ISO-2022-JP', '\x1b$B$3$s\x1b(B!', 'こん!'],
  ['Shift_JIS', '\x82\xb1\x82\xf1', 'こん'],
  ['cp932', '\x82\xb1\x82\xf1', 'こん'],
  ['EUC-JP', '\xa4\xb3\xa4\xf3', 'こん'],
  ['GB2312', '\xc4\xe3\xba\xc3', '你好'],
  ['GB18030', '\xc4\xe3\xba\xc3', '你好'],
  ['cp950', '\xa7\x41', '你'],
  ['ks_c_5601-1987', '\xbe\xc8', '안'],
  ['cp949', '\xbe\xc8', '안'],
  ['KOI8-R', '\xf0\xd2', 'Пр'],
  ['windows-1251', '\xcf\xf0', 'Пр'],
  ['ISO-8859-2', '\xb1', 'ą'],
  ['ISO-8859-15', '\xa4', '€'],
  ['TIS-620', '\xa1', 'ก'],
  ['macintosh', '\x8e', 'é'],
  [' UTF-8 ', 'Mu\xc3\xb1oz', 'Muñoz'],
])('bytes that are declared as %s are decoded', (label, bytes, text) =>
  expect(createDecoder(label)?.decode(raw(bytes))).toBe(text),
)

test('an unknown encoding has no decoder, and is read as if none were declared', () => {
  expect(createDecoder('ebcdic-cp-us')).toBeUndefined()
  expect(createDecoder('')).toBeUndefined()
  expect(decodeForReading(raw('Mu\xf1oz'), 'x-unknown')).toBe('Muñoz')
  expect(decodeForReading(raw('Mu\xc3\xb1oz'), 'x-unknown')).toBe('Muñoz')
})

test('a part of a text ends before the character that it cuts off', () => {
  expect(decodeStart(raw('Jos\xc3'))).toBe('Jos')
  expect(decodeStart(raw('Mu\xc3\xb1oz \xd1 Jos\xc3'))).toBe('Muñoz \ufffd Jos')
  expect(decodeStart(raw('Mu\xf1oz'))).toBe('Muñoz')
})
