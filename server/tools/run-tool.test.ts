import { execFile } from 'node:child_process'
import { access, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Runs a tool with a file of settings, and without those of this process. */
async function runWithFile(tool: string, args: string[], file: string) {
  const path = fileURLToPath(new URL(tool, import.meta.url))
  const command = [`--env-file=${file}`, path, ...args]
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR }
  try {
    const { stdout, stderr } = await run(process.execPath, command, { env })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = Object(error)
    return { code, output: stdout + stderr }
  }
}

test.for([
  ['admin.ts', ['invite', 'who@buyer.example']],
  ['backup.ts', []],
  ['migrate.ts', ['--plan']],
  ['restore.ts', []],
  ['send-mails.ts', []],
  ['verify-history.ts', []],
] as const)(
  '%s reads a file of settings, and prints the same list of wrong ones as the portal',
  async ([tool, args]) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'portal-env-'))
    const file = join(folder.path, 'portal.env')
    await writeFile(file, 'SECRET_KEY=short\nBACKUP_AT=99\n')
    expect(await runWithFile(tool, [...args], file)).toEqual({
      code: 1,
      output: `Invalid settings:
  BACKUP_AT must be a time of day in New York, such as 02:00
  SECRET_KEY must be base64 of 32 random bytes or more, such as the output of openssl rand -base64 32
`,
    })
  },
)

test.for([
  'admin.ts',
  'backup.ts',
  'doctor.ts',
  'migrate.ts',
  'restore.ts',
  'verify-history.ts',
])('%s says how to use it, and again for an unknown option', async (tool) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'portal-env-'))
  const file = join(folder.path, 'portal.env')
  await writeFile(file, 'SECRET_KEY=short\n')
  const help = await runWithFile(tool, ['--help'], file)
  expect(help.code).toBe(0)
  expect(help.output).toMatch(/^.*\n? *npm run [a-z-]+/)
  const mistaken = await runWithFile(tool, ['--halp'], file)
  expect(mistaken.code).not.toBe(0)
  expect(mistaken.output).toContain("Unknown option '--halp'")
  expect(mistaken.output).toContain(help.output)
})

test('admin.ts without the settings of the portal says so, and creates no database', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'portal-env-'))
  const file = join(folder.path, 'portal.env')
  const dataDir = join(folder.path, 'data')
  await writeFile(file, `DATA_DIR=${dataDir}\n`)
  const args = ['invite', 'who@buyer.example']
  expect(await runWithFile('admin.ts', args, file)).toEqual({
    code: 1,
    output: `There is no database in ${dataDir}. Start the portal first, or run this command with its settings: node --env-file=… server/tools/admin.ts\n`,
  })
  await expect(access(dataDir)).rejects.toThrow('ENOENT')
})
