import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod, lstat, mkdir, stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The user that runs PostgreSQL, which refuses root. */
export type Identity = Readonly<{ uid: number; gid: number }>

const run = promisify(execFile)

const find = async (name: string): Promise<Identity | null> => {
  try {
    const [uid, gid] = await Promise.all([
      run('id', ['-u', name]),
      run('id', ['-g', name]),
    ])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

const create = async (): Promise<void> => {
  const shell = '/usr/sbin/nologin'
  // Of two simultaneous first starts, one may fail here; the user exists then.
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    shell,
    'postgres',
  ])
    .catch(() => run('adduser', ['-S', '-D', '-H', '-s', shell, 'postgres']))
    .catch(() => undefined)
}

/** This user; for root, the user `postgres`, created if needed, or `nobody`. */
export async function identity(): Promise<Identity> {
  const { uid, gid } = userInfo()
  if (uid !== 0) return { uid, gid }

  const known = await find('postgres')
  if (known) return known
  await create()
  const found = (await find('postgres')) ?? (await find('nobody'))
  if (!found)
    throw new Error(
      'PostgreSQL can’t run as root, and a user for it could not be created: set DATABASE_URL',
    )
  return found
}

export async function canEnter(
  path: string,
  { uid, gid }: Identity,
): Promise<boolean> {
  if (uid === userInfo().uid) return true
  const { uid: owner, gid: group, mode } = await stat(path)
  const otherBit = group === gid ? 0o010 : 0o001
  const bit = owner === uid ? 0o100 : otherBit
  return (
    (mode & bit) !== 0 &&
    (path === dirname(path) || (await canEnter(dirname(path), { uid, gid })))
  )
}

const canWrite = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  )

export async function firstShared(
  folders: string[],
  user: Identity,
): Promise<string> {
  for (const folder of folders) {
    if ((await canWrite(folder)) && (await canEnter(folder, user)))
      return folder
  }
  throw new Error(
    `No folder for PostgreSQL among ${folders.join(', ')}: set DATABASE_URL, or start as another user`,
  )
}

/**
 * A folder that the database's user can enter and that outlives a restart of
 * the machine.
 */
export async function sharedFolder(user: Identity): Promise<string> {
  const base = await firstShared(
    ['/var/lib', '/var/tmp', tmpdir(), '/tmp'],
    user,
  )
  const path = join(base, `loan-review-portal-${userInfo().uid}`)
  await mkdir(path, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  // Another user may have created it.
  const found = await lstat(path)
  const isOurs =
    found.isDirectory() &&
    found.uid === userInfo().uid &&
    (found.mode & 0o022) === 0
  if (!isOurs) throw new Error(`${path} belongs to another user: remove it`)
  await letEnter(path)
  return path
}

/**
 * Lets every user enter a folder of ours, also where the umask of our process
 * made it private.
 */
export const letEnter = (folder: string): Promise<void> => chmod(folder, 0o755)
