import { UndecodableText } from '@portal/contract/lib/text-encoding'
import { expect, test } from 'vitest'
import { readXml } from './read-xml.ts'

/**
 * The texts of the elements of an XML file that arrives in pieces of one byte.
 */
async function readTexts(
  bytes: Uint8Array,
  isStrict = true,
): Promise<string[]> {
  const texts: string[] = []
  const pieces = (async function* () {
    for (const byte of bytes) yield Uint8Array.of(byte)
  })()
  const handlers = {
    open: () => undefined,
    close: (_: string, text: string) => texts.push(text),
  }
  for await (const _ of readXml(pieces, handlers, { isStrict }));
  return texts
}

const declared = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<name>Muñoz</name>`
const long = `<a>${'ñ'.repeat(2000)}</a>`
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(declared('utf-8'))],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${declared('utf-8')}`)],
  ['UTF-8 that declares UTF-16', Buffer.from(declared('utf-16'))],
  ['ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
  ['windows-1252', Buffer.from(declared('windows-1252'), 'latin1')],
  ['UTF-16', utf16(declared('utf-16'))],
  ['UTF-16 that declares UTF-8', utf16(declared('utf-8'))],
  ['UTF-16 of the other byte order', utf16(declared('utf-16')).swap16()],
  ['UTF-16 without a mark', utf16(declared('utf-16')).subarray(2)],
])('XML in %s is read by its mark or declaration', async (_, bytes) => {
  expect(await readTexts(bytes)).toEqual(['Muñoz'])
})

test('XML that is longer than its declaration keeps characters that two pieces share', async () => {
  expect(await readTexts(Buffer.from(long))).toEqual(['ñ'.repeat(2000)])
})

test.each([
  [
    'Latin letters that are declared as UTF-8',
    Buffer.from(declared('utf-8'), 'latin1'),
    'line 2 has a character',
  ],
  [
    'a damaged attribute',
    Buffer.concat([
      Buffer.from('<a>\n\n<b c="'),
      Buffer.from([0xd1]),
      Buffer.from('"/></a>'),
    ]),
    'line 3',
  ],
  [
    'an unknown encoding',
    Buffer.from(declared('x-none')),
    'line 1 declares the unknown encoding "x-none"',
  ],
])('strict XML with %s is refused by its line', async (_, bytes, message) => {
  await expect(readTexts(bytes)).rejects.toThrow(UndecodableText)
  await expect(readTexts(bytes)).rejects.toThrow(message)
})

test('XML may have a character that its writer lost, and damaged ones where it is only checked', async () => {
  expect(await readTexts(Buffer.from('<a>\ufffd</a>'))).toEqual(['\ufffd'])
  expect(
    await readTexts(Buffer.from(declared('utf-8'), 'latin1'), false),
  ).toEqual(['Mu\ufffdoz'])
})
