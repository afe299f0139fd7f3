// Rules that the linter can't check: names of folders and files, file lengths,
// forbidden calls, paths in documents.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix, relative, sep } from 'node:path'
import {
  findUpwardImports,
  findUpwardWebImports,
  unusedExceptions,
  upwardImports,
} from './check-areas.mjs'
import {
  findLockedAddresses,
  findUnexplainedDependencies,
  findUnreviewedScripts,
} from './check-dependencies.mjs'
import { findDeadPaths } from './check-docs.mjs'
import { findVersionDifferences } from './check-release.mjs'
import { root } from './prepare.mjs'
import {
  areas,
  contractFiles,
  empty,
  places,
  questions,
  serverFiles,
  verbs,
  webModules,
} from './vocabulary.mjs'

const problems = []
/**
 * A file may be this long if it is one thing that reads from top to bottom; a
 * table of tests may be longer.
 */
const maxLines = 600
const maxTestLines = 700

const skipped = [
  'node_modules',
  'dist',
  '.git',
  '.cache',
  'test-results',
  'playwright-report',
]
const isSkipped = (name) => skipped.includes(name) || name.startsWith('.data')

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (isSkipped(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory()
      ? filesBelow(path)
      : [relative(root, path).split(sep).join('/')]
  })

const isGenerated = (file) =>
  /\.gen\.ts$|(^|\/)db-types\.ts$|^package-lock\.json$/.test(file)
const isCode = (file) => /\.(ts|tsx|mjs|css)$/.test(file) && !isGenerated(file)
const isText = (file) =>
  /\.(ts|tsx|mjs|js|json|css|md|sql|html|sh|ya?ml)$|^\.ci\//.test(file) &&
  !isGenerated(file)
const isTest = (file) => /\.test\.tsx?$|(^|\/)test\/|^e2e\//.test(file)

/** `slv/list.test.ts` → `list` */
const nameOf = (file) =>
  basename(file).replace(/(\.test|\.module|\.config|\.golden)?\.\w+$/, '')

const isServerFile = (name) =>
  serverFiles.includes(name) ||
  questions.some((word) => name === word || name.startsWith(`${word}-`)) ||
  verbs.includes(name.split('-')[0])

function checkPlace(file) {
  const [, workspace, area] =
    /^(contract|server|sandbox)\/src\/([^/]+)\/./.exec(file) ??
    /^(web)\/src\/features\/([^/]+)\//.exec(file) ??
    []
  if (area === undefined) return
  const isArea = areas.includes(area)
  const isAllowed = isArea && workspace !== 'sandbox'
  if (!isAllowed && !places[workspace].includes(area))
    problems.push(
      `${file}: ${area} is not an area; the areas are ${areas.join(', ')}`,
    )
  if (isArea && file.endsWith('.ts')) checkModule(workspace, file)
}

function checkModule(workspace, file) {
  const name = nameOf(file)
  if (workspace === 'web') checkWebModule(file)
  if (workspace === 'contract' && !contractFiles.includes(name))
    problems.push(
      `${file}: ${name} is not a file name of the contract (scripts/vocabulary.mjs)`,
    )
  if (workspace === 'server' && !isServerFile(name))
    problems.push(
      `${file}: ${name} is not a verb, a question or a fixed name (scripts/vocabulary.mjs)`,
    )
}

function checkWebModule(file) {
  const name = nameOf(file)
  const isHook = name.startsWith('use-')
  if (isTest(file) || isHook || webModules.includes(name.split('-').at(-1)))
    return
  problems.push(
    `${file}: the last word of ${name} is not a kind of module of the web (scripts/vocabulary.mjs)`,
  )
}

function checkName(file) {
  if (!isCode(file) || file.startsWith('web/src/routes/')) return
  if (empty.includes(nameOf(file)))
    problems.push(`${file}: the name doesn't say what is inside`)
}

/**
 * What a file of the web imports, relative paths only, as paths from the root.
 */
const webImports = (file, text) =>
  [...text.matchAll(/\b(?:from|import\(?)\s*'(\.[^']+)'/g)].map(([, path]) =>
    posix.join(dirname(file), path),
  )

/**
 * A feature is entered by what it made for others
 * (docs/decisions/029).
 */
function checkDoors(file, text) {
  const [, feature] = /^web\/src\/features\/([^/]+)\//.exec(file) ?? []
  if (feature === undefined || !/\.tsx?$/.test(file)) return
  for (const path of webImports(file, text)) {
    const [, other, rest = ''] =
      /^web\/src\/features\/([^/]+)\/(.+)$/.exec(path) ?? []
    if (
      other === undefined ||
      other === feature ||
      rest === 'queries.ts' ||
      rest.startsWith('shared/')
    )
      continue
    problems.push(
      `${file}: ${other}/${rest} is private to ${other}: import its queries.ts or a file of its shared/, or move what is generic to ui/ or lib/`,
    )
  }
}

/**
 * The only files that read the clock; everything else gets the time passed in.
 */
const clocks = [
  'server/src/main.ts',
  'server/src/lib/ctx.ts',
  'sandbox/src/start.ts',
]

const rules = [
  {
    finds: /new Date\(\)|Date\.now\(\)/,
    where: (file) =>
      /^(contract|server|sandbox)\/src\//.test(file) &&
      !isTest(file) &&
      !clocks.includes(file),
    why: 'take the time from ctx, so that turn times can be tested',
  },
  {
    finds:
      /\b(test|it|describe|suite)(\.\w+)*\.(only|skip|todo|fixme|fails)\b|\bx(it|describe)\(/,
    where: isTest,
    why: 'every test must run',
  },
  {
    finds: /waitForTimeout\(/,
    where: isTest,
    why: 'wait for what should happen, not for time to pass',
  },
  {
    finds: /\bvi\.(do)?[mM]ock\(/,
    where: (file) =>
      isTest(file) &&
      file !== 'server/src/lib/database/tenants-unscoped.test.ts',
    why: 'test our own code without mocks; server tests share their modules, so a mock would not even apply',
  },
  {
    finds: /import\.meta\.url\)\.pathname/,
    where: isCode,
    why: 'use fileURLToPath: in an address, a space or an umlaut of a folder is encoded',
  },
  {
    finds: /\.\.\.\{|\bwords\(['`]/,
    where: (file) => /\.tsx?$/.test(file) && isCode(file),
    why: 'write each field or name on its own line, so that search, rename and go-to-definition find it',
  },
  {
    finds: /@ts-(ignore|nocheck|expect-error)/,
    where: isCode,
    why: 'fix the type instead of silencing the error',
  },
  {
    finds: /biome-ignore(?!-end)[\w-]*(?![^\n]*:\s*(?!<explanation>)\S.{14})/,
    where: isCode,
    why: 'say why the rule does not apply here',
  },
  {
    finds: /\b(TODO|FIXME|HACK|XXX)\b/,
    where: isText,
    why: 'finish it, or open an issue',
  },
  {
    finds: /(^|[^\w.:/-])\/(work|home|root|Users|tmp)\/\w/,
    where: isText,
    why: 'this path exists on one machine only',
  },
  {
    finds: /\bregistry\.(npmjs|yarnpkg)\b|_authToken/,
    where: isText,
    why: 'the registry is configured on the machine that installs',
  },
]

/**
 * Words of an idiom that this code base used to have (CONTRIBUTING.md, "Write
 * it"), and what to write instead.
 */
const oddWords = [
  [/\btold\b|\btell(?=[A-Z])|\btold(?=[A-Z])|Told\b/, 'notify, show or say'],
  [/(?<![`'])\b(nobody|somebody|whoever)\b/i, 'no one, someone, or anyone who'],
  [/\b(anew|hitherto|thereof|whence)\b/i, 'again, or leave it out'],
  [/\bat once\b/i, 'immediately, or at the same time'],
  [/\bof (its|their|his|her|my|your) own\b(?! \w)/i, 'its own …, or separate'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bstands? (here|in|for)\b/i, 'is, means, or appears'],
  [
    /\b(could not be read|the same moment|goes? along|knows? no)\b/i,
    'say what happened, with a subject',
  ],
  [
    /\b(type|interface) (\w*(Asked|Told|Held|Behind)|Found|House)\b/,
    'name what the thing is',
  ],
]

function checkWords(file, text) {
  if (!isText(file) || file.startsWith('scripts/check-structure')) return
  for (const [index, line] of text.split('\n').entries())
    for (const [finds, instead] of oddWords)
      if (finds.test(line))
        problems.push(
          `${file}:${index + 1}: write ${instead}: ${line.trim().slice(0, 80)}`,
        )
}

function checkLines(file, text) {
  const lines = text.split('\n')
  const most = isTest(file) ? maxTestLines : maxLines
  if (isCode(file) && lines.length - 1 > most)
    problems.push(`${file}: ${lines.length - 1} lines, at most ${most}`)
  const applicable = rules.filter(({ where }) => where(file))
  for (const [index, line] of lines.entries()) {
    for (const { finds, why } of applicable) {
      if (finds.test(line))
        problems.push(
          `${file}:${index + 1}: ${why}: ${line.trim().slice(0, 80)}`,
        )
    }
  }
}

/** Code without its comments, its strings and its imports. */
const bare = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, ' ')
    .replace(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/^\s*(?:import|export)\s[^;]*?from\s*''/gm, ' ')

/**
 * Type assertions are only for adapters to untyped libraries, in lib folders.
 */
function checkAssertions(file, text) {
  const isChecked =
    /^(contract|server|sandbox|e2e)\/src\/.*\.ts$/.test(file) &&
    !/\/lib\//.test(file) &&
    !isTest(file)
  if (!isChecked || isGenerated(file)) return
  const found = /\bas (?!const\b)[\w{[(][^\n]{0,40}/.exec(bare(text))
  if (found)
    problems.push(
      `${file}: infer the type from the value; 'as' is only for lib folders: ${found[0].trim()}`,
    )
}

const files = filesBelow(root)
for (const file of files) {
  checkPlace(file)
  checkName(file)
  if (!isText(file) || file.startsWith('scripts/check-structure')) continue
  const text = readFileSync(join(root, file), 'utf8')
  checkLines(file, text)
  checkWords(file, text)
  checkAssertions(file, text)
  problems.push(...findUpwardImports(file, text))
  problems.push(...findUpwardWebImports(file, text))
  checkDoors(file, text)
}
problems.push(...unusedExceptions())
const readText = (file) => readFileSync(join(root, file), 'utf8')
problems.push(
  ...findDeadPaths(files, readText),
  ...findUnexplainedDependencies(files, readText),
  ...findUnreviewedScripts(readText),
  ...findLockedAddresses(readText),
  ...findVersionDifferences(readText),
)

for (const problem of problems) console.log(problem)
console.log(
  `Imports from a lower area of the server to a higher one: ${upwardImports}`,
)
console.log(
  problems.length === 0
    ? 'The structure is right'
    : `${problems.length} structure problems`,
)
process.exitCode = problems.length === 0 ? 0 : 1
