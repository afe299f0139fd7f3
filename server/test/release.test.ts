import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base, expect } from 'vitest'
import { parse } from 'yaml'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const versioned = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'deploy/helm/Chart.yaml',
  'docs/operations.md',
]

/** A repository with the files that have a version. */
const test = base.extend('repository', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-release-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  for (const file of versioned)
    await cp(join(root, file), join(folder, file), { recursive: true })
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder,
    })
  const commit = async () => {
    await git('add', '.')
    await git('commit', '--quiet', '--message', 'Change')
  }
  await git('init', '--quiet')
  await commit()
  const script = join(root, 'scripts', 'release.mjs')
  return {
    commit,
    read: (file: string) => readFile(join(folder, file), 'utf8'),
    write: (file: string, text: string) => writeFile(join(folder, file), text),
    release: (...args: string[]) =>
      run(process.execPath, [script, ...args], { cwd: folder }),
  }
})

test('a release gives the packages, the chart, the changelog and the upgrade commands one version', async ({
  repository: { commit, read, write, release },
}) => {
  const changelog = await read('CHANGELOG.md')
  await write(
    'CHANGELOG.md',
    changelog.replace(
      '## [Unreleased]\n',
      '## [Unreleased]\n\n### Added\n- Something new.\n',
    ),
  )
  await commit()

  const { stdout } = await release('98.7.6')

  const version = '98.7.6'
  expect(JSON.parse(await read('package.json'))).toMatchObject({ version })
  expect(JSON.parse(await read('package-lock.json'))).toMatchObject({
    version,
    packages: { '': { version } },
  })
  expect(parse(await read('deploy/helm/Chart.yaml'))).toMatchObject({
    version,
    appVersion: version,
  })
  const today = new Date().toISOString().slice(0, 10)
  expect(await read('CHANGELOG.md')).toContain(
    `## [Unreleased]\n\n## [98.7.6] - ${today}\n\n### Added\n- Something new.\n`,
  )
  const operations = await read('docs/operations.md')
  const named = operations.matchAll(/git checkout v(\S+)|portal:(\d\S+)/g)
  const versions = [...named].map(([, tag, image]) => tag ?? image)
  expect(operations).toContain('The commands below are for release 98.7.6.')
  expect(new Set(versions)).toEqual(new Set([version]))
  expect(stdout).toContain('git tag v98.7.6')

  const notes = await release()
  expect(notes.stdout).toMatch(/^### Added\n- Something new\.\n/)
  expect(notes.stdout).not.toContain('## [')
})

test('a release is refused for a version that isn’t later, without changes, and with uncommitted files', async ({
  repository: { commit, read, write, release },
}) => {
  await expect(release('1.0')).rejects.toThrow('is not a version such as')
  await expect(release('0.9.9')).rejects.toThrow('0.9.9 is not later than')
  const changelog = await read('CHANGELOG.md')
  const released = changelog.replace(
    /(## \[Unreleased\]\n)[\s\S]*?(?=\n## )/,
    '$1',
  )
  await write('CHANGELOG.md', `${released}\n`)
  await expect(release('98.7.6')).rejects.toThrow('Commit first')
  await commit()
  await expect(release('98.7.6')).rejects.toThrow('has nothing unreleased')
})
