import { expect, test } from 'vitest'
import { decoded } from './decoded.ts'

const utf8 = new TextEncoder()

test.each([
  ['plain', new Uint8Array([0x61, 0x62]), 'ab'],
  ['UTF-8 with its mark', utf8.encode('\ufeffJosé'), 'José'],
  ['a letter that was cut', utf8.encode('José').slice(0, 4), 'Jos'],
  ['Windows', new Uint8Array([0x4a, 0x6f, 0x73, 0xe9, 0x21]), 'José!'],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0, 0xe9, 0]), 'aé'],
])('%s', (_name, bytes, text) => expect(decoded(bytes)).toBe(text))
