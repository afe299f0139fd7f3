import { execFile } from 'node:child_process'
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename as renameFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { thisRelease } from './node.ts'

const run = promisify(execFile)

/**
 * The commit of the previous release, from the first line of
 * server/migrations/previous-release.txt.
 */
export async function previousCommit(): Promise<string> {
  const text = await readFile(
    join(thisRelease, 'server/migrations/previous-release.txt'),
    'utf8',
  )
  const [, commit] = /^# commit ([0-9a-f]{40})$/m.exec(text) ?? []
  if (!commit)
    throw new Error('server/migrations/previous-release.txt names no commit')
  return commit
}

/** Whether git has a commit. A source archive or a shallow clone doesn't. */
export const hasCommit = async (commit: string): Promise<boolean> =>
  run('git', ['cat-file', '-e', `${commit}^{commit}`], {
    cwd: thisRelease,
  }).then(
    () => true,
    () => false,
  )

/** Whether git has the commit of the previous release. */
export const hasPrevious = async (): Promise<boolean> =>
  hasCommit(await previousCommit())

/**
 * Unpacks the previous release's server into this folder. It runs with today's
 * packages, so tests cover its code and SQL, not its dependencies.
 */
export async function unpackPrevious(folder: string): Promise<string> {
  await mkdir(folder)
  const parts = ['package.json', 'contract', 'server', 'sandbox']
  await unpackParts(await previousCommit(), parts, folder)
  await linkAllPackages(folder)
  return folder
}

/** Unpacks files and folders of a commit into this folder. */
export async function unpackParts(
  commit: string,
  parts: readonly string[],
  folder: string,
): Promise<void> {
  const archive = join(folder, 'release.tar')
  await run('git', ['archive', '--output', archive, commit, ...parts], {
    cwd: thisRelease,
  })
  await run('tar', ['-xf', archive, '-C', folder])
}

/**
 * Copies this release's server and built web into this folder, which runs it
 * with the packages of this one.
 */
export async function copyThisRelease(folder: string): Promise<string> {
  await mkdir(folder)
  const parts = ['package.json', 'contract', 'server', 'sandbox', 'web/dist']
  const filter = (path: string) => basename(path) !== 'node_modules'
  for (const part of parts)
    await cp(join(thisRelease, part), join(folder, part), {
      recursive: true,
      filter,
    })
  await linkAllPackages(folder)
  return folder
}

// The name is bounded, so that long words without a hash cost linear time.
const hashedName = /([\w.-]{1,60}-)([\w-]{8})(\.(?:js|mjs|css|woff2))\b/g
const textFile = /\.(html|js|mjs|css|json)$/

/**
 * Renames every hashed file of a release's built web, and each mention of it,
 * as a build of other sources would: the same pages from files that only this
 * build has.
 */
export async function renameWebAssets(release: string) {
  const dist = join(release, 'web/dist')
  const assets = new Set(await readdir(join(dist, 'assets')))
  const reverse = (text: string) => [...text].reverse().join('')
  const rename = (text: string) =>
    text.replaceAll(
      hashedName,
      (file, name: string, hash: string, ending: string) =>
        assets.has(file) ? `${name}${reverse(hash)}${ending}` : file,
    )
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if (textFile.test(entry.name))
      await writeFile(path, rename(await readFile(path, 'utf8')))
    // Compressed copies have the old names inside.
    if (/\.(br|gz|map)$/.test(entry.name)) await rm(path)
    else if (assets.has(entry.name))
      await renameFile(path, join(entry.parentPath, rename(entry.name)))
  }
}

async function linkAllPackages(folder: string) {
  for (const path of [
    'node_modules',
    'server/node_modules',
    'sandbox/node_modules',
  ])
    await linkPackages(join(thisRelease, path), join(folder, path))
  await mkdir(join(folder, 'node_modules/@portal'))
  for (const name of ['contract', 'sandbox'])
    await symlink(
      join(folder, name),
      join(folder, 'node_modules/@portal', name),
    )
}

/** Links every package except our own, which must be the old ones. */
async function linkPackages(from: string, to: string) {
  const names = await readdir(from).catch(() => [])
  await mkdir(to, { recursive: true })
  for (const name of names.filter(
    (one) => one !== '@portal' && !one.startsWith('.'),
  ))
    await symlink(join(from, name), join(to, name))
}
