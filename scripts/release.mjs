// npm run release -- 1.2.0: gives everything that has a version the new one,
// and says how to publish it. npm run release: prints the notes of the newest
// release.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { releaseHeading } from './check-release.mjs'

const semver = /^(\d+)\.(\d+)\.(\d+)$/

/** Changes the text of a file. Fails if nothing changed. */
function edit(file, change) {
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error(`${file}: there is nothing to change`)
  writeFileSync(file, changed)
}

const readVersion = () =>
  JSON.parse(readFileSync('package.json', 'utf8')).version

/** Whether a version comes after another one. */
function isLater(version, other) {
  const [one, two] = [version, other].map((text) =>
    semver.exec(text).slice(1).map(Number),
  )
  const at = one.findIndex((part, index) => part !== two[index])
  return at !== -1 && one[at] > two[at]
}

/** The text of the changelog between a heading and the next one. */
function findSection(heading) {
  const text = readFileSync('CHANGELOG.md', 'utf8')
  const start = text.indexOf(`\n${heading}`)
  if (start === -1) throw new Error(`CHANGELOG.md has no ${heading}`)
  const [, ...lines] = text.slice(start + 1).split('\n')
  const end = lines.findIndex((line) => line.startsWith('## '))
  return lines
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim()
}

function requireCleanTree() {
  const changed = execFileSync('git', ['status', '--porcelain'], {
    encoding: 'utf8',
  })
  if (changed !== '') throw new Error(`Commit first:\n${changed}`)
}

function writeVersion(version) {
  const previous = readVersion()
  const inJson = (text) =>
    text.replace(`"version": "${previous}"`, `"version": "${version}"`)
  edit('package.json', inJson)
  // Once at the top, once for the package itself.
  edit('package-lock.json', (text) => inJson(inJson(text)))
  edit('deploy/helm/Chart.yaml', (text) =>
    text
      .replace(/^version: .*$/m, `version: ${version}`)
      .replace(/^appVersion: .*$/m, `appVersion: "${version}"`),
  )
  const today = new Date().toISOString().slice(0, 10)
  edit('CHANGELOG.md', (text) =>
    text.replace(
      '## [Unreleased]\n',
      `## [Unreleased]\n\n## [${version}] - ${today}\n`,
    ),
  )
  // The commands of an upgrade; they may have it already.
  const operations = 'docs/operations.md'
  const text = readFileSync(operations, 'utf8')
  const named =
    /(?<=git checkout v|portal:|^The commands below are for release )\d+\.\d+\.\d+/gm
  writeFileSync(operations, text.replace(named, version))
}

/** What is left to do, as commands. */
const describePublishing = (version) => `Version ${version} is written. Then:

  git commit --all --message "Release ${version}" && git tag v${version}
  git archive v${version} | docker build --pull --file deploy/Dockerfile --build-arg BUILD_COMMIT=$(git rev-parse v${version}) --tag registry.example/portal:${version} -
  docker push registry.example/portal:${version}
  helm package deploy/helm
  npm run --silent release > notes.md
  git push --follow-tags

  node server/tools/previous-release.ts      # after the release, for the next one`

function release(version) {
  if (!semver.test(version))
    throw new Error(`${version} is not a version such as 1.2.0`)
  if (!isLater(version, readVersion()))
    throw new Error(`${version} is not later than ${readVersion()}`)
  requireCleanTree()
  if (findSection('## [Unreleased]') === '')
    throw new Error('CHANGELOG.md has nothing unreleased')
  writeVersion(version)
  console.log(describePublishing(version))
}

function printNotes() {
  const [heading] = releaseHeading.exec(readFileSync('CHANGELOG.md', 'utf8'))
  console.log(findSection(heading))
}

const usage = `npm run release             prints the notes of the newest release
npm run release -- 1.2.0    writes a new version to the files that have one, and
                            prints the commands that publish it. It publishes
                            nothing itself: git checkout . undoes it`

try {
  const [version] = process.argv.slice(2)
  if (version === undefined) printNotes()
  else if (version === '--help') console.log(usage)
  else release(version)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
