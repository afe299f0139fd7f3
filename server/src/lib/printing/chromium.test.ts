import { afterEach, expect, test, vi } from 'vitest'
import { words } from '../../../test/rows.ts'
import { findChromium } from './chromium.ts'

afterEach(() => vi.unstubAllEnvs())

test('the browser’s environment has no secrets', async () => {
  const ours = words('DATABASE_URL FILES_URL SMTP_URL AWS_SECRET_ACCESS_KEY NODE_OPTIONS LD_PRELOAD MY_PATH')
  for (const name of ours) vi.stubEnv(name, 'secret')
  const its = words('PATH HOME TMPDIR LANG LC_ALL TZ LD_LIBRARY_PATH FONTCONFIG_PATH XDG_CACHE_HOME')
  for (const name of its) vi.stubEnv(name, `/its/${name}`)
  const { env } = await findChromium('/usr/bin/some-chromium')
  expect(env).toMatchObject(Object.fromEntries(its.map((name) => [name, `/its/${name}`])))
  expect(Object.keys(env).filter((name) => ours.includes(name))).toEqual([])
})
