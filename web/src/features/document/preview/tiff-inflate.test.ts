import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inflated } from './tiff-inflate.ts'

/** Two strips of two rows of four bytes, as they are packed. */
const packedOf = (...strips: Uint8Array[]) => {
  const packed = strips.map((strip) => deflateSync(strip))
  const bytes = new Uint8Array([0x49, 0x49, 42, 0, 0, 0, 0, 0, ...packed.flatMap((strip) => [...strip])])
  const t279 = packed.map(({ length }) => length)
  const t273 = t279.map((_, index) => 8 + t279.slice(0, index).reduce((sum, size) => sum + size, 0))
  return { bytes, fields: { t256: [4], t257: [4], t258: [8], t259: [8], t273, t277: [1], t278: [2], t279 } }
}

test('strips are unpacked, each to its place', async () => {
  const { bytes, fields } = await inflated(packedOf(new Uint8Array(8).fill(1), new Uint8Array(8).fill(2)))
  expect(fields).toMatchObject({ t259: [1], t273: [8, 16], t279: [8, 8] })
  expect([bytes[0], bytes[8], bytes[15], bytes[16], bytes[23], bytes.length]).toEqual([0x49, 1, 1, 2, 2, 24])
})

test('a strip that grows beyond its page is cut, and one that is short is filled', async () => {
  const { bytes, fields } = await inflated(packedOf(new Uint8Array(5_000_000).fill(1), new Uint8Array(1).fill(2)))
  expect(fields.t279).toEqual([8, 8])
  expect([...bytes.subarray(8)]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0])
})

test('what is not deflated stays as it is', async () => {
  const picture = { bytes: new Uint8Array(8), fields: { t259: [4] } }
  expect(await inflated(picture)).toEqual(picture)
})
