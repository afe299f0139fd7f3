import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { node, root, run } from './prepare.mjs'

const bin = (name) => join(root, 'node_modules', name)
const tsc = bin('typescript/bin/tsc')
const workspaces = ['contract', 'sandbox', 'server', 'web', 'e2e', 'bench']

/** A check without tests counts as one test. */
const check = (name, work) => ({
  name,
  run: async () => {
    await work()
    return { passed: 1, failed: 0, skipped: 0, isCheck: true }
  },
})

const readReport = (path) => {
  if (!existsSync(path)) throw new Error('the runner ended without a report')
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * Runs a test runner that writes a JSON report, and counts from the report,
 * whatever the exit code says. A runner that fails without a failed test (a
 * file that does not load, a crash) counts as one failure.
 */
async function counted(work, count) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-report-'))
  const report = join(folder, 'report.json')
  try {
    const failure = await work(report).then(
      () => null,
      (error) => error,
    )
    const result =
      failure && !existsSync(report)
        ? { passed: 0, failed: 1, skipped: 0 }
        : count(readReport(report))
    if (failure && result.failed === 0) result.failed = 1
    return { ...result, output: failure?.message }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that fails to load has no tests; it counts as one failed test. */
function countVitest({ testResults, ...report }) {
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({
      title: `${relative(root, name)} › ${fullName}`,
      hasFailed: status === 'failed',
      seconds: (duration ?? 0) / 1000,
    })),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    tests: [
      ...tests,
      ...unloaded.map(({ name }) => ({
        title: relative(root, name),
        hasFailed: true,
        seconds: 0,
      })),
    ],
  }
}

function countPlaywright({ stats, errors, suites }) {
  const specs = (suite) => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specs),
  ]
  const tests = suites
    .flatMap(specs)
    .map(({ file, title, ok, tests: [test] }) => ({
      title: `${file} › ${title}`,
      hasFailed: !ok,
      seconds:
        test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    }))
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    tests,
  }
}

const vitest = (workspace) => ({
  name: `tests of ${workspace}`,
  run: () =>
    counted(
      (report) =>
        run(node, [
          bin('vitest/vitest.mjs'),
          'run',
          '--root',
          join(root, workspace),
          '--silent=passed-only',
          '--reporter=dot',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ]),
      countVitest,
    ),
})

/**
 * Writes both descriptions of the API as the portal serves them, and lints them
 * by redocly.yaml.
 */
async function lintOpenApi() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-openapi-'))
  const published = join(folder, 'openapi.json')
  const full = join(folder, 'openapi-full.json')
  const tool = join(root, 'server', 'tools', 'openapi.ts')
  try {
    await run(node, [tool, published])
    await run(node, [tool, full, 'full'])
    await run(
      node,
      [
        bin('@redocly/cli/bin/cli.js'),
        'lint',
        published,
        full,
        '--config',
        join(root, 'redocly.yaml'),
      ],
      {
        env: {
          ...process.env,
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const playwright = (name, project) => ({
  name,
  run: () =>
    counted(
      (report) =>
        run(
          node,
          [
            bin('@playwright/test/cli.js'),
            'test',
            '--config',
            join(root, 'e2e'),
            `--project=${project}`,
            '--reporter=line,json',
          ],
          { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
        ),
      countPlaywright,
    ),
})

/**
 * All parts of `npm test`, in the order in which they start: the two longest
 * first, so that the short ones fill the time of whichever ends sooner. `key`
 * names a part on the command line.
 */
export const parts = [
  { key: 'e2e', ...playwright('stories in Chromium', 'stories') },
  { key: 'server', ...vitest('server') },
  { key: 'quiet', ...playwright('measurements in Chromium', 'quiet') },
  {
    key: 'format',
    ...check('format and lint', () =>
      run(node, [
        bin('@biomejs/biome/bin/biome'),
        'ci',
        '--colors=off',
        '--max-diagnostics=50',
      ]),
    ),
  },
  {
    key: 'structure',
    ...check('structure', () =>
      run(node, [join(root, 'scripts', 'check-structure.mjs')]),
    ),
  },
  {
    key: 'unused',
    ...check('unused files, exports and dependencies', () =>
      run(node, [bin('knip/bin/knip.js')]),
    ),
  },
  {
    key: 'regexes',
    ...check('regular expressions', () =>
      run(node, [join(root, 'scripts', 'check-regexes.mjs')]),
    ),
  },
  {
    key: 'openapi',
    ...check('description of the API', lintOpenApi),
  },
  {
    key: 'weights',
    ...check('weight of first visits', () =>
      run(node, [join(root, 'web', 'scripts', 'weights.mjs')]),
    ),
  },
  {
    key: 'types',
    ...check('types', async () => {
      const failures = []
      for (const workspace of workspaces) {
        await run(node, [tsc, '--noEmit', '-p', join(root, workspace)]).catch(
          (error) => failures.push(error.message),
        )
      }
      if (failures.length > 0) throw new Error(failures.join('\n'))
    }),
  },
  {
    key: 'db-types',
    ...check('database types', () =>
      run(node, [join(root, 'server', 'tools', 'db-types.ts'), '--check']),
    ),
  },
  ...['contract', 'sandbox', 'web', 'client'].map((workspace) => ({
    key: workspace,
    ...vitest(workspace),
  })),
]
