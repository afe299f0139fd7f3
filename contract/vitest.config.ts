import { defineConfig } from 'vitest/config'

// Pure functions: no file of tests leaves anything to the next, so they share
// what they load.
export default defineConfig({
  test: { include: ['src/**/*.test.ts', 'test/**/*.test.ts'], isolate: false },
})
