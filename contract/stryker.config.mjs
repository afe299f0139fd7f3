const isSentence = (node) =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'StringLiteral' && /\s/.test(node.value))
const isTable = (node) =>
  node.type === 'ObjectExpression' &&
  node.properties.every(({ value }) => value && isSentence(value))

/** Leaves the texts of messages alone: people judge them, not tests. */
const messages = {
  kind: 'Ignore',
  name: 'messages',
  value: {
    shouldIgnore: ({ node }) =>
      isSentence(node) || isTable(node) ? 'The text of a message' : undefined,
  },
}
export const strykerPlugins = [messages]

/**
 * `npm run mutants`: changes the rules in small ways and counts the changes
 * that no test of this package notices.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', import.meta.url],
  ignorers: ['messages'],
  mutate: [
    'src/*/{policy,manage-policy,transitions,visible-fields,calendar,clocks,figures}.ts',
  ],
  // TypeScript 7 has no JavaScript API, so Stryker can't read a tsconfig.
  tsconfigFile: 'none.json',
  ignorePatterns: ['tsconfig.json'],
  concurrency: 2,
  // On a busy machine a slow test is no endless loop.
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: {
    allowColor: false,
    reportTests: false,
    reportScoreTable: true,
  },
  tempDirName: '.cache/stryker',
  cleanTempDir: 'always',
  thresholds: { high: 100, low: 95, break: 95 },
}
