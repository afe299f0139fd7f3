import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Each file starts a separate sandbox and stops it: what they load, they may
  // share.
  test: { include: ['src/**/*.test.ts'], testTimeout: 20_000, isolate: false },
})
