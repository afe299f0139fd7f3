import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLong = ({ moduleId }: TestSpecification) =>
  /\/(proofs\/|nodes\/|slv\/(walks|matrix)|data-capture\/[\w-]*killed)/.test(
    moduleId,
  )

/**
 * What takes long comes first, so that no core is left with it alone at the
 * end.
 */
class LongFirst extends BaseSequencer {
  override async sort(
    files: TestSpecification[],
  ): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const shared = {
  setupFiles: ['test/watch-log.ts'],
  // Two cores: more workers only wait for each other.
  maxWorkers: 2,
  // They run beside the stories, and on machines that others use: only what
  // hangs is to be ended.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

/** A file that needs fresh modules, because it replaces one. */
const fresh = ['src/lib/database/tenants-unscoped.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'together',
          include: [
            'src/**/*.test.ts',
            'test/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: fresh,
          // What the portal consists of is loaded once by each worker, not once
          // by each file.
          isolate: false,
        },
      },
      { test: { ...shared, name: 'alone', include: fresh } },
    ],
  },
})
