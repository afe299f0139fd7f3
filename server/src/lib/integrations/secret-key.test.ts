import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { withFolder } from '../../../test/files.ts'
import { createKeys, openKeys } from './secret-key.ts'

const test = base
  .extend('keys', createKeys(Buffer.alloc(32, 7)))
  .extend('folder', withFolder)

test('a signature differs by use, by words and their boundaries, and by key', ({
  keys,
}) => {
  const other = createKeys(Buffer.alloc(32, 8))
  const all = [
    keys.sign('link', 'a', 'bc'),
    keys.sign('link', 'ab', 'c'),
    keys.sign('throttle', 'a', 'bc'),
    other.sign('link', 'a', 'bc'),
  ].map((bytes) => bytes.toString('hex'))
  expect(new Set(all).size).toBe(4)
  expect(all[0]).toHaveLength(64)
  expect(keys.sign('link', 'a', 'bc').toString('hex')).toBe(all[0])
})

test('a sealed secret can be decrypted only for its owner, use and key, and not when altered', ({
  keys,
}) => {
  const sealed = keys.seal(
    'authenticator app',
    Buffer.from('CANARY-secret'),
    'ana',
  )
  expect(sealed.toString('latin1')).not.toContain('CANARY')
  expect(keys.unseal('authenticator app', sealed, 'ana').toString()).toBe(
    'CANARY-secret',
  )
  expect(
    keys.seal('authenticator app', Buffer.from('CANARY-secret'), 'ana'),
  ).not.toEqual(sealed)

  const touched = Buffer.from(sealed)
  touched.writeUInt8(touched.readUInt8(14) ^ 1, 14)
  expect(() => keys.unseal('authenticator app', sealed, 'bo')).toThrow()
  expect(() => keys.unseal('link', sealed, 'ana')).toThrow()
  expect(() => keys.unseal('authenticator app', touched, 'ana')).toThrow()
  expect(() =>
    keys.unseal('authenticator app', Buffer.alloc(10), 'ana'),
  ).toThrow()
  expect(() =>
    createKeys(Buffer.alloc(32, 8)).unseal('authenticator app', sealed, 'ana'),
  ).toThrow()
})

test('the key is created once, readable only by its owner, by any number of concurrent starts', async ({
  folder,
}) => {
  const opened = await Promise.all(
    Array.from({ length: 8 }, () => openKeys(undefined, folder)),
  )
  const signs = opened.map((keys) => keys.sign('link', 'x').toString('hex'))
  expect(new Set(signs).size).toBe(1)
  expect(await readdir(folder)).toEqual(['secret-key'])
  expect((await stat(join(folder, 'secret-key'))).mode & 0o777).toBe(0o600)
  expect(
    (await openKeys(undefined, folder)).sign('link', 'x').toString('hex'),
  ).toBe(signs[0])
})

test('the key of the setting takes precedence over the file, and a broken file is an error', async ({
  folder,
}) => {
  const secret = Buffer.alloc(32, 7).toString('base64')
  expect((await openKeys(secret, folder)).sign('link', 'x')).toEqual(
    createKeys(Buffer.alloc(32, 7)).sign('link', 'x'),
  )
  expect(await readdir(folder)).toEqual([])
  await writeFile(join(folder, 'secret-key'), 'short')
  await expect(openKeys(undefined, folder)).rejects.toThrow(
    /contains no secret key/,
  )
  expect(await readFile(join(folder, 'secret-key'), 'utf8')).toBe('short')
})
