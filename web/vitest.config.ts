import { defineConfig } from 'vitest/config'

// What a file puts in the place of a global it takes away again: so the files
// share what they load.
export default defineConfig({
  test: { environment: 'node', include: ['src/**/*.test.ts'], isolate: false },
})
